import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server entry is built with the screens, so that services and screens share one copy of every module.
  environments: {
    ssr: { build: { rollupOptions: { input: "./server/index.ts" } } },
    // A file for every icon made 60 files of a screen, most of them smaller than the question for them.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "icons", test: /node_modules[\\/]lucide-react/, minShareCount: 2 },
                { name: "common", test: /[\\/]app[\\/](?:ui|basics)[\\/]/, minShareCount: 20 },
              ],
            },
          },
        },
      },
    },
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
  server: { strictPort: true },
  // Loaded by a click: found only then, they would make the development server bundle anew in the middle of a purchase.
  optimizeDeps: { include: ["@tosspayments/tosspayments-sdk", "react-daum-postcode"] },
})
