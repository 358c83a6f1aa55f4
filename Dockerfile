# docker build -t vnmp . && docker run --rm vnmp                  the claims and their verdicts
# docker run --rm -v "$PWD/out:/out" vnmp table3 --depth 7 --out /out/t3
FROM rust:1.95.0-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked

FROM debian:12.12-slim
RUN useradd --system --uid 10001 --create-home vnmp
COPY --from=build /src/target/release/vnmp /usr/local/bin/vnmp
COPY --from=build /src/LICENSE-APACHE /src/LICENSE-MIT /src/THIRD-PARTY.md /usr/local/share/doc/vnmp/
WORKDIR /home/vnmp
COPY --from=build --chown=vnmp /src/results results
USER 10001
ENTRYPOINT ["vnmp"]
CMD ["claims"]
