package dev.walrelay.secret;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A small text file that only its owner may read (mode 600). */
public final class PrivateFile {

  private static final Logger log = LoggerFactory.getLogger(PrivateFile.class);
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final Path path;
  private final String what;

  /**
   * Names a file, which need not exist.
   *
   * @param what it holds, for messages, such as {@code encryption key}
   */
  public PrivateFile(Path path, String what) {
    this.path = path.toAbsolutePath();
    this.what = what;
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /**
   * Its text without surrounding white space, or nothing if there is no such file. Warns if
   * everyone on this machine may read it.
   *
   * @throws SecretException if it can't be read, or is empty
   */
  public Optional<String> read() {
    String text;
    try {
      text = Files.readString(path, StandardCharsets.US_ASCII).strip();
      warnIfOpenToAll();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new SecretException(
          "The file %s with the %s can't be read (%s): give this process the right to read it."
              .formatted(path, what, reason(e)),
          e);
    }
    if (text.isEmpty()) {
      throw new SecretException(
          "The file %s should hold the %s but is empty: restore it, or remove it to have a new one made."
              .formatted(path, what));
    }
    return Optional.of(text);
  }

  private void warnIfOpenToAll() throws IOException {
    if (isPosix()
        && Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_READ)) {
      log.warn("Everyone on this machine may read {} with the {}: chmod o-r it.", path, what);
    }
  }

  /**
   * Makes the file. It is there as a whole and on the disk when this returns, or not at all.
   *
   * @throws SecretException if it can't be written
   */
  public void create(String text) {
    Path unfinished = path.resolveSibling(path.getFileName() + ".new");
    try {
      Files.createDirectories(directory());
      Files.deleteIfExists(unfinished);
      write(unfinished, text + "\n");
      Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
      syncDirectory();
    } catch (IOException e) {
      throw new SecretException(
          "The file %s for the %s can't be written (%s): give this process the right to write there."
              .formatted(path, what, reason(e)),
          e);
    }
  }

  private static void write(Path file, String text) throws IOException {
    // The mode is given with the creation: there is no moment at which others could open it.
    FileAttribute<?>[] mode =
        isPosix(file)
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
            : new FileAttribute<?>[0];
    Set<StandardOpenOption> newly =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, newly, mode)) {
      ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private void syncDirectory() throws IOException {
    if (isPosix()) {
      try (FileChannel channel = FileChannel.open(directory(), StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /**
   * Its text, or if there is no such file, a new one's, which is made.
   *
   * @throws SecretException if it can't be read or written
   */
  public String readOrCreate(Supplier<String> text) {
    return read()
        .orElseGet(
            () -> {
              String created = text.get();
              create(created);
              return created;
            });
  }

  private Path directory() {
    Path directory = path.getParent();
    return directory == null ? path : directory;
  }

  private boolean isPosix() {
    return isPosix(path);
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException system && system.getReason() != null
        ? String.valueOf(system.getReason())
        : e.getClass().getSimpleName();
  }
}
