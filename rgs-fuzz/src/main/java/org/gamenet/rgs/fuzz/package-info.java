/** Nothing but tests is in this module. This page stands here because Maven warns of a module without any class. */
package org.gamenet.rgs.fuzz;
