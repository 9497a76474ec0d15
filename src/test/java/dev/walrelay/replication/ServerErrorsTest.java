package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.replication.PublicationSettings.GeneratedColumns;
import dev.walrelay.replication.PublicationSettings.Origin;
import dev.walrelay.replication.ReplicationException.Kind;
import dev.walrelay.replication.SlotSettings.OnLoss;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What servers say only after minutes or with gigabytes. */
class ServerErrorsTest {

  private final ServerErrors errors =
      new ServerErrors(
          new SourceSettings(
              "jdbc:postgresql://localhost/shop",
              "walrelay",
              "",
              new SlotSettings("walrelay", true, true, false, OnLoss.FAIL),
              new PublicationSettings(
                  "walrelay", true, List.of(), GeneratedColumns.NONE, false, Origin.ANY)),
          "localhost:5432/shop");

  @Test
  void saysWhereTheChangeIsThatIsTooLargeToBeSent() {
    for (String said :
        List.of(
            "CXX000\0Minvalid memory alloc request size 1200000003",
            "C54000\0Mout of memory",
            "C54000\0Mstring buffer exceeds maximum allowed length (1073741823 bytes)")) {
      ReplicationException e =
          errors.general(
              said(
                  said
                      + "\0Wslot \"walrelay\", output plugin \"pgoutput\", in the change callback,"
                      + " associated LSN 16/1E96B08"));

      assertThat(e.kind()).isEqualTo(Kind.SERVER_FAULT);
      assertThat(e)
          .hasMessageStartingWith(
              "The server localhost:5432/shop cannot send the change at 16/1E96B08, which is too"
                  + " large as text (%s);",
              said.substring(said.indexOf('M') + 1))
          .hasMessageContaining("SELECT pg_replication_slot_advance('walrelay', '...')");
    }
  }

  @Test
  void takesOtherFaultsOfTheServerForPassing() {
    assertThat(errors.general(said("CXX000\0Mcould not map filenumber \"a\" to relation OID")))
        .hasMessage(
            "The server localhost:5432/shop failed by an error of its own (could not map"
                + " filenumber \"a\" to relation OID); Walrelay tries again")
        .extracting(ReplicationException::kind)
        .isEqualTo(Kind.SERVER_FAULT);
  }

  private static PSQLException said(String fields) {
    return new PSQLException(new ServerErrorMessage("SERROR\0" + fields + "\0"));
  }
}
