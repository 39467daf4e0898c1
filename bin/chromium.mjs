/**
 * Finds the Chromium for the browser tests, and installs Debian's where it is missing and that is allowed.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"]
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

function find() {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of NAMES) if (existsSync(join(folder, name))) return join(folder, name)
  }
  return PLACES.find((place) => existsSync(place))
}

/**
 * The path of a Chromium. Throws a sentence that says what to do where there is none and none can be
 * installed.
 */
export function requireChromium() {
  const found = find()
  if (found) return found
  if (
    process.platform === "linux" &&
    process.getuid?.() === 0 &&
    spawnSync("apt-get", ["--version"]).status === 0
  ) {
    for (const args of [
      ["update", "-qq"],
      ["install", "-y", "-qq", "--no-install-recommends", "chromium"],
    ]) {
      spawnSync("apt-get", args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      })
    }
    const installed = find()
    if (installed) return installed
  }
  throw new Error(
    "브라우저 검사에 쓸 Chromium이 없어요. Debian·Ubuntu에서는 `sudo apt-get install chromium`, 그 밖에서는 Chrome을 " +
      "설치하거나 CHROMIUM_PATH에 실행 파일 경로를 넣어 주세요.",
  )
}
