# A relay that serves the page; see compose.yaml for several of them behind one address.
#
# To build on a fixed base image, pin it by its digest:
#   docker buildx imagetools inspect node:24-slim    # prints the digest
#   docker build --build-arg NODE_IMAGE=node:24-slim@sha256:… .
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/page ./dist/page
COPY --from=build /app/dist/relay ./dist/relay
COPY --from=build /app/dist/shared ./dist/shared
USER node
EXPOSE 6280 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:6280/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/relay/cli/main.js"]
# listening beyond loopback also requires --public-url
CMD ["--host", "0.0.0.0", "--port", "6280", "--no-open"]
