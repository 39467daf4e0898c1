/** Every URL of the product, in the order of the specification's table. */
import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("shell/screens/home.tsx"),
  route("drafts/:form", "areas/accounts/screens/save-draft.ts"),
  route("experts", "areas/experts/screens/experts.tsx"),
  route("expert/:expertId", "areas/experts/screens/expert.tsx"),
  route("my/expert-public", "areas/experts/screens/expert-public.tsx"),
  route("rating/:expertId", "areas/experts/screens/rating.tsx"),
] satisfies RouteConfig
