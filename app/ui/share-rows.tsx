import { Link2, MessageCircle, Share } from "./icons.tsx"
import { getKakaoKey, shareByKakao } from "./kakao-share.ts"
import { copyText } from "./copy-text.ts"
import { showToast } from "./toast.tsx"

export const MENU_ROW_CLASSES =
  "flex min-h-13 w-full cursor-pointer items-center gap-3 rounded-lg text-left font-medium"

/** The address of what this page shows, without what was opened or chosen on it. */
const getPageUrl = (): string => location.origin + location.pathname

/** Copies the address of this page, and says so. */
export async function copyPageUrl(): Promise<void> {
  await copyText(getPageUrl(), {
    done: "링크를 복사했어요",
    refused: "링크를 복사하지 못했어요. 주소창에서 복사해 주세요.",
  })
}

async function sendByKakao(): Promise<void> {
  if (!(await shareByKakao(getPageUrl())))
    showToast("카카오톡을 열지 못했어요. 링크를 복사해 보내 주세요.", "refused")
}

/** Opens the device's own sheet with this page. */
export async function shareByDevice(title = document.title): Promise<void> {
  await navigator.share({ title, url: getPageUrl() }).catch(() => undefined)
}

/**
 * The ways to share this page, as rows of a sheet: KakaoTalk where there is a key, the device's own. It goes
 * under `title`, without one under the title of the document.
 */
export function ShareRows({ title }: { title?: string }) {
  return (
    <>
      {getKakaoKey() ? (
        <button type="button" data-close className={MENU_ROW_CLASSES} onClick={() => void sendByKakao()}>
          <MessageCircle size={20} /> 카카오톡으로 공유하기
        </button>
      ) : null}
      {"share" in navigator && (
        <button
          type="button"
          data-close
          className={MENU_ROW_CLASSES}
          onClick={() => void shareByDevice(title)}
        >
          <Share size={20} /> 공유하기
        </button>
      )}
      <button type="button" data-close className={MENU_ROW_CLASSES} onClick={() => void copyPageUrl()}>
        <Link2 size={20} /> 링크 복사
      </button>
    </>
  )
}
