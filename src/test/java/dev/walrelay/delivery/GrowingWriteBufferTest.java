package dev.walrelay.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GrowingWriteBufferTest {

  private final GrowingWriteBuffer buffers = new GrowingWriteBuffer(1024);
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  @Test
  void growsWhileItIsFilledAndShrinksWhenLittleIsSent() {
    send(new byte[100_000]);
    assertThat(capacity()).isEqualTo(GrowingWriteBuffer.LARGEST);

    send(new byte[100]);
    send(new byte[100]);
    assertThat(capacity()).isEqualTo(GrowingWriteBuffer.SMALLEST);
  }

  @Test
  void keepsItsSizeWhileMuchIsSentThoughNotEachTimeAsMuchAsItHolds() {
    send(new byte[100_000]);
    send(new byte[20_000]);
    send(new byte[20_000]);

    assertThat(capacity()).isEqualTo(GrowingWriteBuffer.LARGEST);
  }

  @Test
  void sendsWhatWasPutInOrderWhateverTheSocketTakesAtOnce() {
    Random random = new Random(7);
    ByteArrayOutputStream put = new ByteArrayOutputStream();
    for (int i = 0; i < 2_000; i++) {
      byte[] piece = new byte[random.nextInt(1 << random.nextInt(1, 18))];
      random.nextBytes(piece);
      put.writeBytes(piece);
      ByteBuffer rest = ByteBuffer.wrap(piece);
      while (rest.hasRemaining()) {
        fill(rest);
        drain(random.nextInt(1 << random.nextInt(1, 18)));
      }
    }
    drain(Integer.MAX_VALUE);

    assertThat(sent.toByteArray()).isEqualTo(put.toByteArray());
    assertThat(buffers.isWriteBufferEmpty()).isTrue();
  }

  @Test
  void isNeitherEmptyNorWritableWhileTheSocketHasNotTakenAll() {
    fill(ByteBuffer.allocate(5_000));
    assertThat(buffers.isWriteBufferWritable()).isFalse();
    drain(10);

    assertThat(buffers.isWriteBufferEmpty()).isFalse();
    assertThat(buffers.isWriteBufferWritable()).isFalse();
    drain(Integer.MAX_VALUE);
    assertThat(buffers.isWriteBufferEmpty()).isTrue();
    assertThat(buffers.isWriteBufferWritable()).isTrue();
  }

  @Test
  void forgetsEverythingWhenAnotherConnectionTakesItOver() {
    fill(ByteBuffer.allocate(5_000));
    drain(10);
    buffers.reset();

    assertThat(buffers.isWriteBufferEmpty()).isTrue();
    assertThat(capacity()).isEqualTo(GrowingWriteBuffer.SMALLEST);
  }

  private void send(byte[] bytes) {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      fill(rest);
      drain(Integer.MAX_VALUE);
    }
  }

  private void fill(ByteBuffer rest) {
    buffers.configureWriteBufferForWrite();
    ByteBuffer target = buffers.getWriteBuffer();
    int length = Math.min(rest.remaining(), target.remaining());
    target.put(rest.slice().limit(length));
    rest.position(rest.position() + length);
  }

  private void drain(int atMost) {
    buffers.configureWriteBufferForRead();
    ByteBuffer source = buffers.getWriteBuffer();
    byte[] taken = new byte[Math.min(atMost, source.remaining())];
    source.get(taken);
    sent.writeBytes(taken);
  }

  private int capacity() {
    buffers.configureWriteBufferForWrite();
    return buffers.getWriteBuffer().capacity();
  }
}
