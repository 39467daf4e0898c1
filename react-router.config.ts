import type { Config } from "@react-router/dev/config"

export default {
  ssr: true,
  // bin/prepare.mjs builds aside and puts the whole build in its place: a server that starts meanwhile never
  // sees half of one.
  buildDirectory: process.env.BUILD_FOLDER ?? "build",
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
  splitRouteModules: true,
} satisfies Config
