/* For pages that are shown without a connection: opened anew by themselves when it is back; nothing is sent. */

const CHECK_EVERY_MS = 5_000

// The script that sets the colours of a page is taken out of it, as all others (see head-script.ts).
const mode = localStorage.getItem("colorMode")
const isDark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
document.documentElement.dataset.theme = isDark ? "dark" : "light"

// As the bar of a page that is open (shell/connection-bar.tsx): what sticks to the top stands below it.
addEventListener("DOMContentLoaded", () => {
  const bar = document.querySelector("[data-stale]")
  if (!bar) return
  new ResizeObserver(() =>
    document.documentElement.style.setProperty("--connection-bar", `${bar.offsetHeight}px`),
  ).observe(bar)
})

const reloadWhenReachable = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    (response) => {
      if (response.ok) location.reload()
    },
    () => undefined,
  )

addEventListener("online", reloadWhenReachable)
setInterval(reloadWhenReachable, CHECK_EVERY_MS)

document.addEventListener("submit", (event) => {
  event.preventDefault()
  const sign = document.querySelector("[data-stale]")
  if (sign) sign.textContent = "인터넷 연결이 끊겼어요. 연결되면 이 화면을 새로 열어 보낼 수 있어요."
})
