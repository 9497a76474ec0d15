package dev.walrelay.deploy;

import dev.walrelay.postgres.FreePort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** A real nginx in front of a service, with its defaults but for what is said. */
final class Nginx implements AutoCloseable {

  private final ServerProcess process;
  private final int port;

  private Nginx(ServerProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /** All its files are in the folder. */
  static Nginx start(Path folder, int target, String directives) throws IOException {
    Tool nginx = Tool.required("nginx");
    int port = FreePort.find();
    Path config = folder.resolve("nginx.conf");
    Files.writeString(
        config,
        """
        daemon off;
        pid nginx.pid;
        %s
        events {}
        http {
          access_log off;
          client_body_temp_path body;
          proxy_temp_path proxy;
          fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi;
          scgi_temp_path scgi;
          %s
          server {
            listen 127.0.0.1:%d;
            location / {
              proxy_pass http://127.0.0.1:%d;
            }
          }
        }
        """
            .formatted(
                "root".equals(System.getProperty("user.name")) ? "user root;" : "",
                directives,
                port,
                target));
    return new Nginx(
        ServerProcess.start(
            folder,
            port,
            nginx.command("-p", folder + "/", "-c", config.toString(), "-e", "stderr")),
        port);
  }

  URI uri(String pathAndQuery) {
    return URI.create("http://127.0.0.1:" + port + pathAndQuery);
  }

  @Override
  public void close() {
    process.close();
  }
}
