import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { build, defineConfig, type Plugin } from "vite"
import { FINGERPRINT_FILE, createFingerprint } from "./bin/fingerprint.ts"

/** Writes into the build what it was made of, as it was when it began. */
function fingerprint(): Plugin {
  let name: string | undefined
  return {
    name: "baroildang-fingerprint",
    apply: "build",
    buildStart() {
      name ??= createFingerprint(import.meta.dirname)
    },
    writeBundle({ dir }) {
      // The server comes last: who finds the name finds all of the build.
      if (this.environment.name !== "ssr" || !dir || !name) return
      writeFileSync(join(dir, "..", FINGERPRINT_FILE), name)
    },
  }
}

/**
 * Writes every letter beyond ASCII in the server's files as an escape: V8 holds the text of a file as long as
 * the process lives, and takes two bytes a letter where one of them is Hangul (decision 139).
 */
function asciiServer(): Plugin {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  return {
    name: "baroildang-ascii-server",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    // Last: whoever writes a file after this would write the letters again.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === "chunk") file.code = file.code.replace(/[^\0-\x7f]/g, escape)
      },
    },
  }
}

const INLINE_SCRIPT = "?inline-script"
/** Gives a file that is imported as `?inline-script`, and all it imports, as the text of one small script. */
function inlineScripts(): Plugin {
  return {
    name: "baroildang-inline-scripts",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(INLINE_SCRIPT)) return null
      const result = await build({
        configFile: false,
        logLevel: "error",
        publicDir: false,
        build: {
          write: false,
          target: "es2022",
          rolldownOptions: { input: id.slice(0, -INLINE_SCRIPT.length), output: { format: "iife" } },
        },
      })
      const [script] = "output" in result ? result.output : []
      if (script?.type !== "chunk") throw new Error(`No script came of ${id}`)
      return `export default ${JSON.stringify(script.code.trim())}`
    },
  }
}

const SHELL =
  /[\\/]app[\\/](?:root\.tsx|ui[\\/]history-steps)|[\\/]react-dom[\\/](?:index|cjs[\\/]react-dom\.)/
const LISTS =
  /[\\/]app[\\/]ui[\\/](?:list-pages|list-search|more-link|use-pages|type-into|heart-button|server-html)\./

export default defineConfig({
  plugins: [inlineScripts(), tailwindcss(), reactRouter(), fingerprint(), asciiServer()],
  // The server entry is built with the screens, so that services and screens share one copy of every module.
  environments: {
    ssr: {
      build: {
        // Comments would stay in memory as long as the process.
        rolldownOptions: { input: "./server/index.ts", output: { comments: false } },
      },
      // Hundreds of files, with a long list in front that is read for every one.
      resolve: { noExternal: ["drizzle-orm"] },
    },
    client: {
      build: {
        rolldownOptions: {
          // Screens use nothing of it but what their servers do; its tables would come along unused.
          treeshake: { moduleSideEffects: [{ test: /[\\/]es-hangul[\\/]/, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups: [
                // What stands around every screen, in one file: smaller than in twenty, and asked for once.
                { name: "shell", test: SHELL, priority: 4 },
                // Fields of forms bring the form library, which stays with the screens that check in the browser.
                {
                  name: "common",
                  test: /[\\/]app[\\/](?:ui|basics)[\\/](?!form-fields|account-fields)/,
                  minShareCount: 26,
                  priority: 3,
                },
                // What lists share: seven small files else.
                { name: "lists", test: LISTS, priority: 2 },
              ],
            },
          },
        },
      },
    },
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
  server: { strictPort: true },
  // Loaded by a click: found only then, they would make the development server bundle anew in the middle of a
  // purchase.
  optimizeDeps: { include: ["@tosspayments/tosspayments-sdk", "react-daum-postcode"] },
})
