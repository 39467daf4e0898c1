/** Every URL of the product, in the order of the specification's table. */
import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("shell/screens/home.tsx"),
  route("drafts/:form", "areas/accounts/screens/save-draft.ts"),
  route("orders/new", "areas/orders/screens/new-order.tsx"),
] satisfies RouteConfig
