/** Every URL of the product, in the order of the specification's table. */
import { index, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("shell/screens/home.tsx"),
] satisfies RouteConfig
