package dev.walrelay.build;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The edges between packages that the design allows; any other fails the build. */
@TestInstance(Lifecycle.PER_CLASS) // reads the classes once
class ArchitectureTest {

  private static final String ROOT = "dev.walrelay";

  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("wal", Set.of()),
          Map.entry("pgoutput", Set.of("wal")),
          Map.entry("transaction", Set.of("wal", "pgoutput")),
          Map.entry("event", Set.of("wal", "pgoutput", "transaction")),
          Map.entry("eventlog", Set.of("wal", "event")),
          Map.entry("replication", Set.of("wal")),
          Map.entry(
              "pipeline",
              Set.of("wal", "pgoutput", "transaction", "event", "eventlog", "replication")),
          Map.entry("secret", Set.of()),
          Map.entry("access", Set.of("event", "secret")),
          Map.entry("delivery", Set.of("wal", "event", "eventlog", "access", "secret", "delivery")),
          Map.entry(
              "ops", Set.of("wal", "event", "eventlog", "pipeline", "replication", "delivery")));

  private final JavaClasses classes =
      new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages(ROOT);

  @Test
  void packagesUseOnlyWhatTheDesignAllows() {
    classes().that().resideOutsideOfPackage(ROOT).should(useOnlyAllowedPackages()).check(classes);
  }

  @Test
  void nobodyUsesTheRoot() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT)
        .check(classes);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.walrelay.(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void springStaysAtTheRim() {
    noClasses()
        .that()
        .resideInAnyPackage(
            ROOT + ".wal..",
            ROOT + ".pgoutput..",
            ROOT + ".transaction..",
            ROOT + ".event..",
            ROOT + ".eventlog..",
            ROOT + ".replication..",
            ROOT + ".secret..",
            ROOT + ".pipeline..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.springframework..")
        .check(classes);
  }

  @Test
  void onlyReplicationKnowsTheDriver() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".replication")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.postgresql..")
        .check(classes);
  }

  private static ArchCondition<JavaClass> useOnlyAllowedPackages() {
    return new ArchCondition<>("use only the packages that the design allows") {
      @Override
      public void check(JavaClass origin, ConditionEvents events) {
        String from = topPackage(origin);
        origin.getDirectDependenciesFromSelf().stream()
            .filter(edge -> edge.getTargetClass().getPackageName().startsWith(ROOT + "."))
            .filter(edge -> !topPackage(edge.getTargetClass()).equals(from))
            .filter(edge -> !allowed(from).contains(topPackage(edge.getTargetClass())))
            .forEach(
                edge -> events.add(SimpleConditionEvent.violated(origin, edge.getDescription())));
      }
    };
  }

  private static Set<String> allowed(String topPackage) {
    Set<String> allowed = ALLOWED.get(topPackage);
    if (allowed == null) {
      throw new AssertionError("The design knows no package " + topPackage);
    }
    return allowed;
  }

  private static String topPackage(JavaClass type) {
    String inside = type.getPackageName().substring(ROOT.length() + 1);
    int dot = inside.indexOf('.');
    return dot < 0 ? inside : inside.substring(0, dot);
  }
}
