/**
 * Finds the Chromium for the browser tests, and installs Debian's where it is missing and that is allowed.
 * The shell without windows draws the same pages for three fifths of the processor time.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"]
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"]
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

function findProgram(names) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name)
  }
  return undefined
}

const findChromium = () => findProgram(NAMES) ?? PLACES.find((place) => existsSync(place))

const canInstall = () =>
  process.platform === "linux" && process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0

/** Installs one of Debian's packages. False where that fails, as on a system that does not have it. */
function installPackage(name) {
  const run = (args) =>
    spawnSync("apt-get", args, {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0
  const install = () => run(["install", "-y", "-qq", "--no-install-recommends", name])
  return install() || (run(["update", "-qq"]) && install())
}

/**
 * The path of the program that the browser tests start: CHROMIUM_PATH, else Chromium's shell without windows
 * (installed where that is allowed), else a whole Chromium. Throws a sentence that says what to do where
 * there is none.
 */
export function requireHeadlessChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && existsSync(given)) return given
  const shell = findProgram(SHELLS)
  if (shell) return shell
  const installed =
    canInstall() && installPackage("chromium-headless-shell") ? findProgram(SHELLS) : undefined
  return installed ?? requireChromium()
}

/** The path of a whole Chromium, as people use it: what is measured in it is what they feel. */
export function requireChromium() {
  const given = process.env.CHROMIUM_PATH
  const found = given && existsSync(given) ? given : findChromium()
  if (found) return found
  const installed = canInstall() && installPackage("chromium") ? findChromium() : undefined
  if (installed) return installed
  throw new Error(
    "브라우저 검사에 쓸 Chromium이 없어요. Debian·Ubuntu에서는 `sudo apt-get install chromium`, 그 밖에서는 Chrome을 " +
      "설치하거나 CHROMIUM_PATH에 실행 파일 경로를 넣어 주세요.",
  )
}
