package dev.walrelay.delivery.webhook;

/**
 * A delivery that the endpoint has refused for good.
 *
 * @param id its number
 * @param delivery its {@code webhook-id}
 * @param events how many events are in it
 * @param attempts how often it was tried
 * @param failedAt milliseconds since 1970 of the last attempt
 * @param status of the last answer
 * @param reason for people
 * @param answer what the last answer began with
 * @param replaying whether it is being tried again
 * @param contentType of the body
 */
record DeadLetter(
    long id,
    String delivery,
    int events,
    int attempts,
    long failedAt,
    int status,
    String reason,
    String answer,
    boolean replaying,
    String contentType) {}
