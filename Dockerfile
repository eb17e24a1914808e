# Two stages: the first installs packages, the second has only the files that run.
# To pin the base, append @sha256:… with the digest that this command prints:
# docker buildx imagetools inspect python:3.13.9-slim-bookworm --format '{{.Manifest.Digest}}'
ARG BASE=python:3.13.9-slim-bookworm

FROM ${BASE} AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
COPY requirements.txt requirements-postgres.txt /tmp/
RUN /opt/venv/bin/python -m pip install --only-binary :all: -r /tmp/requirements.txt -r /tmp/requirements-postgres.txt
COPY . /app
# The version names the commit: --build-arg COMMIT="$(git log -1 --format='%H %ct %s')"
ARG COMMIT=
RUN if [ -n "$COMMIT" ]; then echo "$COMMIT" > /app/admin/commit.txt; fi
RUN rm -rf /app/tests /app/benchmarks /app/docs/images && /opt/venv/bin/python -m compileall -q /opt/venv /app \
    && cd /app && /opt/venv/bin/python -m render.first_boards

FROM ${BASE}
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PATH=/opt/venv/bin:$PATH TIDEPOOL_DATABASE=/data/tidepool.sqlite3
COPY --from=packages /opt/venv /opt/venv
COPY --from=packages /app /app
RUN mkdir /data && chown 10001:10001 /data && chmod 700 /data
WORKDIR /app
USER 10001:10001
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 CMD ["python", "bot.py", "health"]
ENTRYPOINT ["python", "bot.py"]
CMD ["run"]
