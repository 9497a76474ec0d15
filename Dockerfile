# Walrelay's image: docker build -t walrelay .

FROM maven:3-eclipse-temurin-25 AS build
WORKDIR /build
COPY pom.xml application.yml ./
COPY src/main src/main
RUN mvn -B -q -Pimage package
# The jar apart, in layers: libraries change less often than the service, and the AOT cache needs
# plain jars on the class path.
RUN java -Djarmode=tools -jar target/walrelay.jar extract --layers --destination layers
# The native libraries as files: unpacked at run time, they would need a writable directory that
# lets files be executed.
RUN mkdir -p native volumes/data \
 && chmod 775 volumes/data \
 && arch=$(uname -m) \
 && jar xf layers/dependencies/lib/sqlite-jdbc-*.jar org/sqlite/native/Linux/$arch/libsqlitejdbc.so \
 && mv org/sqlite/native/Linux/$arch/libsqlitejdbc.so native/ \
 && jar xf layers/dependencies/lib/zstd-jni-*.jar linux \
 && mv linux/$(echo $arch | sed s/x86_64/amd64/)/libzstd-jni-*.so native/libzstd-jni.so

FROM eclipse-temurin:25-jre
WORKDIR /app
COPY --from=build /build/native ./native
COPY --from=build /build/layers/dependencies ./
COPY --from=build /build/layers/snapshot-dependencies ./
COPY --from=build /build/layers/application ./
# A start that ends before it would connect to anything fills the AOT cache. It happens here and not
# above since the cache is good only for the very JVM and files, and the collector, that it was made
# with. What the start writes goes.
RUN mkdir training \
 && SPRING_DATASOURCE_URL=jdbc:postgresql://localhost/training WALRELAY_LOG_PATH=training/walrelay.db \
    java -XX:AOTCacheOutput=walrelay.aot -Xlog:aot*=error -XX:+UseSerialGC -Djava.io.tmpdir=training \
      -Dspring.context.exit=onRefresh -jar walrelay.jar \
 && rm -r training
# The event log, in /data. Mount a volume there; everything else is only read, but for temporary files
# in /tmp. Its group is root's, which is also that of a user that a platform makes up.
COPY --from=build --chown=10001:0 /build/volumes /
VOLUME /data
ENV WALRELAY_LOG_PATH=/data/walrelay.db
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
EXPOSE 8080 8081
# Ready, asked for by the shell itself: the image has no curl.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${MANAGEMENT_SERVER_PORT:-8081} && printf 'GET /actuator/health/readiness HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ $status = 200 ]"]
# Options of your own go into JAVA_TOOL_OPTIONS. The collector is the one that the JVM takes for
# small containers by itself: with heaps of a few hundred megabytes it costs the least.
ENTRYPOINT ["java", \
  "-XX:AOTCache=walrelay.aot", \
  "-XX:+UseSerialGC", \
  "-XX:MaxRAMPercentage=60", \
  "-XX:+ExitOnOutOfMemoryError", \
  "-Dorg.sqlite.lib.path=/app/native", \
  "-Dorg.sqlite.lib.name=libsqlitejdbc.so", \
  "-DZstdNativePath=/app/native/libzstd-jni.so", \
  "-jar", "walrelay.jar"]
