/** Every URL of the product, in the order of the specification's table. */
import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("shell/screens/home.tsx"),
  route("sitemap", "shell/screens/sitemap.tsx"),
  route("search", "shell/screens/search.tsx"),
  route("drafts/:form", "areas/accounts/screens/save-draft.ts"),
  route("experts", "areas/experts/screens/experts.tsx"),
  route("*", "shell/screens/not-found.tsx"),
] satisfies RouteConfig
