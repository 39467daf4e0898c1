import { href } from "react-router"
import { BellRing, Smartphone } from "#app/ui/icons.tsx"
import { useEffect, useState } from "react"
import { showToast } from "#app/ui/toast.tsx"

type PushState = "waiting" | "unsupported" | "ios" | "denied" | "off" | "on" | "dismissed" | "failed"

/**
 * In milliseconds. The worker comes after the first page has come to rest; a push service that cannot be
 * reached keeps a browser waiting for ever.
 */
const WORKER_TIMEOUT_MS = 10_000
const PUSH_SERVICE_TIMEOUT_MS = 15_000

/** What `promise` comes to, or null once `ms` have passed. */
const withTimeout = <T,>(promise: Promise<T>, ms: number) =>
  Promise.race([
    promise,
    new Promise<null>((resolve) => {
      setTimeout(resolve, ms, null)
    }),
  ])

const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1)
const isOnHomeScreen = () => matchMedia("(display-mode: standalone)").matches

const postPushForm = (fields: Record<string, string>) =>
  fetch(href("/push"), { method: "POST", body: new URLSearchParams(fields) })

async function readPushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return isApplePhone() && !isOnHomeScreen() ? "ios" : "unsupported"
  if (Notification.permission === "denied") return "denied"
  const worker = await withTimeout(navigator.serviceWorker.ready, WORKER_TIMEOUT_MS)
  if (!worker) return "unsupported"
  const subscription = await worker.pushManager.getSubscription()
  if (!subscription || Notification.permission !== "granted") return "off"
  // The browser keeps it over signing out and for whoever signs in next; what counts is whether we send to
  // it.
  const response = await postPushForm({ intent: "ask", endpoint: subscription.endpoint })
  const { on }: { on?: unknown } = response.ok ? await response.json() : {}
  return on === true ? "on" : "off"
}

/** What the subscription says, as the server takes it. */
function toFormFields(subscription: PushSubscription): Record<string, string> {
  const { endpoint, keys } = subscription.toJSON()
  return { intent: "subscribe", endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" }
}

async function subscribe(publicKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted")
    return Notification.permission === "denied" ? "denied" : "dismissed"
  const worker = await navigator.serviceWorker.ready
  const previous = await worker.pushManager.getSubscription()
  // One that was made with other keys takes nothing from us.
  if (previous) await previous.unsubscribe()
  const newSubscription = await withTimeout(
    worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
    PUSH_SERVICE_TIMEOUT_MS,
  )
  if (!newSubscription) throw new Error("no push service answered")
  const response = await postPushForm(toFormFields(newSubscription))
  if (response.ok) return "on"
  await newSubscription.unsubscribe()
  throw new Error(`push was refused: ${response.status}`)
}

async function unsubscribe(): Promise<PushState> {
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.getSubscription()
  if (subscription) {
    const response = await postPushForm({ intent: "unsubscribe", endpoint: subscription.endpoint })
    if (!response.ok) throw new Error(`the subscription was not stored: ${response.status}`)
    await subscription.unsubscribe()
  }
  return "off"
}

const MESSAGES: Record<PushState, string> = {
  waiting: "화면을 닫아도 새 소식을 바로 알려 드려요.",
  unsupported:
    "이 브라우저에서는 푸시를 받을 수 없어요. 최신 Chrome, Edge, Safari에서 열어 주세요. 카카오톡 안에서 열었다면 ‘다른 브라우저로 열기’를 눌러 주세요.",
  ios: "아이폰에서는 공유 버튼 › ‘홈 화면에 추가’를 누르고, 홈 화면에서 연 바로일당에서 켤 수 있어요.",
  denied:
    "브라우저가 알림을 막고 있어요. 주소창의 자물쇠 › 알림에서 ‘허용’으로 바꾼 뒤 이 화면을 다시 열어 주세요.",
  off: "화면을 닫아도 새 소식을 바로 알려 드려요.",
  on: "이 브라우저에서 푸시를 받고 있어요. 로그아웃하면 꺼져요.",
  dismissed: "알림을 허용해야 켤 수 있어요. 다시 누르고, 브라우저가 물으면 ‘허용’을 골라 주세요.",
  failed:
    "푸시를 켜지 못했어요. 인터넷 연결을 확인하고 다시 눌러 주세요. 계속 안 되면 다른 브라우저에서 열어 주세요.",
}

const SWITCHABLE_STATES: readonly PushState[] = ["off", "on", "dismissed", "failed"]

/** Push of this browser: asked for on a tap alone. Without scripts there is none, and it says so. */
export function PushSwitch({ publicKey }: { publicKey: string }) {
  const [state, setState] = useState<PushState>("waiting")
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    let isMounted = true
    readPushState().then(
      (pushState) => isMounted && setState(pushState),
      () => isMounted && setState("unsupported"),
    )
    return () => {
      isMounted = false
    }
  }, [])
  const togglePush = async () => {
    setIsBusy(true)
    try {
      const next = await (state === "on" ? unsubscribe() : subscribe(publicKey))
      setState(next)
      if (next === "on") showToast("푸시를 켰어요")
      if (next === "off") showToast("푸시를 껐어요")
    } catch {
      if (state === "on") showToast("푸시를 끄지 못했어요. 잠시 뒤 다시 해 주세요.", "refused")
      else setState("failed")
    } finally {
      setIsBusy(false)
    }
  }
  const Icon = state === "ios" ? Smartphone : BellRing
  return (
    <section
      aria-labelledby="push-title"
      className="rounded-xl bg-base-200 p-4 md:border md:border-base-300 md:bg-base-100 md:p-5"
    >
      <div className="flex items-start gap-3">
        <Icon
          size={22}
          className={`mt-0.5 flex-none ${state === "on" ? "text-primary-ink" : "text-ink-3"}`}
        />
        <div className="min-w-0 flex-1">
          <h2 id="push-title" className="text-base font-semibold">
            이 브라우저의 푸시 알림
          </h2>
          <p
            aria-live="polite"
            className={`mt-0.5 text-sm ${state === "failed" ? "text-refused-ink" : "text-ink-2"}`}
          >
            {MESSAGES[state]}
          </p>
          <noscript>
            <p className="mt-0.5 text-sm text-ink-2">푸시는 자바스크립트를 켜야 쓸 수 있어요.</p>
          </noscript>
        </div>
      </div>
      {SWITCHABLE_STATES.includes(state) ? (
        <button
          type="button"
          aria-disabled={isBusy || undefined}
          data-waiting={isBusy || undefined}
          onClick={() => {
            if (!isBusy) void togglePush()
          }}
          className={`btn mt-4 w-full ${state === "on" ? "btn-line" : "btn-primary"}`}
        >
          {isBusy ? (
            <WaitingLabel>{state === "on" ? "푸시를 끄는 중이에요" : "푸시를 켜는 중이에요"}</WaitingLabel>
          ) : state === "on" ? (
            "푸시 끄기"
          ) : (
            "푸시 켜기"
          )}
        </button>
      ) : null}
    </section>
  )
}

function WaitingLabel({ children }: { children: string }) {
  return (
    <>
      <span
        aria-hidden
        className="size-5 animate-spin rounded-full border-2 border-current border-r-transparent"
      />
      {children}
    </>
  )
}
