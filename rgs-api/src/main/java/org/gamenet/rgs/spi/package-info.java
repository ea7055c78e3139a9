/** The seam between the API and its implementation. */
package org.gamenet.rgs.spi;
