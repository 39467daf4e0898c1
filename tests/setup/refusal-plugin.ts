/** Lets the tests see every call of a service: each exported function goes through `watchRefusals`. */
import { relative } from "node:path"
import type { Plugin } from "vite"

const SERVICE = /app\/areas\/\w+\/service\/[\w-]+\.server\.ts$/

/** Wraps the exported functions of all services, in tests alone. */
export function refusalPlugin(root: string): Plugin {
  return {
    name: "watch-refusals",
    enforce: "pre",
    transform(code, id) {
      if (!SERVICE.test(id)) return undefined
      const file = relative(root, id)
      const names = [...code.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name ?? "")
      const wraps = names.map(
        (name) =>
          `// @ts-ignore\n${name} = globalThis.watchRefusals?.("${file}#${name}", ${name}) ?? ${name}`,
      )
      return { code: `${code}\n${wraps.join("\n")}\n`, map: null }
    },
  }
}
