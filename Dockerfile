# A worker: sfwc, as a user without rights.
FROM node:22-slim AS build
WORKDIR /sfwc
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-slim
COPY --from=build /sfwc /sfwc
RUN ln -s /sfwc/dist/cli/main.js /usr/local/bin/sfwc && mkdir /crawls && chown node /crawls
USER node
WORKDIR /crawls
ENTRYPOINT ["sfwc"]
