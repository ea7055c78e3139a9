package org.gamenet.rgs;

import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.naming.InvalidNameException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * Permits serving to the certificates whose subject names this organisational unit, as in {@code CN=host 7, OU=game
 * servers}, see {@link Rgs.Builder#mayServe}. Immutable; any thread.
 *
 * @param name of the unit, as the certificate has it; upper and lower case differ
 * @since 0.1
 */
public record ServingUnit(String name) implements Predicate<X509Certificate> {

    /** @throws IllegalArgumentException for a blank name */
    public ServingUnit {
        if (name == null || name.isBlank())
            throw new IllegalArgumentException("ServingUnit(name): a unit has a name, such as \"game servers\"");
    }

    /** Whether that certificate's subject names the unit. */
    @Override
    public boolean test(X509Certificate certificate) {
        return isOf(certificate.getSubjectX500Principal());
    }

    boolean isOf(X500Principal subject) {
        try {
            for (Rdn part : new LdapName(subject.getName(X500Principal.RFC2253)).getRdns()) {
                Attribute unit = part.toAttributes().get("OU");
                if (unit != null && unit.contains(name)) return true;
            }
            return false;
        } catch (InvalidNameException noName) {
            return false;
        }
    }
}
