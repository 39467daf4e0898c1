import { useState } from "react"
import { LogoMark } from "../ui/art/logo.tsx"
import { brand } from "../basics/brand.ts"
import { rememberRefusal, shouldOfferInstall } from "./install-moment.ts"

/** The offer to put the product on the home screen, above the tabs; one tap away from gone for 90 days. */
export default function InstallCard({ hasSucceeded }: { hasSucceeded: boolean }) {
  const [isOffered, setIsOffered] = useState(() => shouldOfferInstall(localStorage, hasSucceeded, Date.now()))
  if (!isOffered) return null
  const close = () => {
    rememberRefusal(localStorage, Date.now())
    setIsOffered(false)
  }
  const install = async () => {
    const prompt = window.installPrompt
    window.installPrompt = undefined
    setIsOffered(false)
    // A prompt can be shown once; who puts it aside there has said no as well.
    if ((await prompt?.prompt())?.outcome !== "accepted") rememberRefusal(localStorage, Date.now())
  }
  return (
    <section aria-labelledby="install-title" className="toaster z-30">
      <div
        className={
          "flex w-full max-w-[28rem] flex-wrap items-center gap-3 rounded-2xl bg-raised p-4 shadow-float " +
          "[animation:dialog-in_.16s_var(--ease-out)]"
        }
      >
        <span className="flex-none">
          <LogoMark />
        </span>
        <div className="min-w-0 flex-1 basis-40">
          <h2 id="install-title" className="text-base font-semibold">
            {brand.name}을 홈 화면에 둘까요?
          </h2>
          <p className="mt-0.5 text-sm text-ink-2">앱처럼 바로 열고, 새 소식을 놓치지 않아요.</p>
        </div>
        <div className="button-pair w-full">
          <button type="button" className="btn btn-quiet" onClick={close}>
            나중에
          </button>
          <button type="button" className="btn btn-primary" onClick={() => void install()}>
            설치하기
          </button>
        </div>
      </div>
    </section>
  )
}
