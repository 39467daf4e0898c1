/** Sharing by KakaoTalk: its script is loaded at the first tap, and only where there is a key for it. */

const SDK_URL = "https://t1.kakaocdn.net/kakao_js_sdk/2.7.4/kakao.min.js"

type KakaoSdk = {
  isInitialized(): boolean
  init(key: string): void
  Share: { sendScrap(settings: { requestUrl: string }): void }
}
declare global {
  interface Window {
    Kakao?: KakaoSdk
  }
}

/** The key of this installation; undefined where there is none, and on the server. */
export const getKakaoKey = (): string | undefined =>
  typeof document === "undefined" ? undefined : document.documentElement.dataset.kakaoKey

let loadedSdk: Promise<KakaoSdk> | undefined

function loadSdk(): Promise<KakaoSdk> {
  loadedSdk ??= new Promise<KakaoSdk>((resolve, reject) => {
    const script = document.createElement("script")
    script.src = SDK_URL
    script.addEventListener("load", () =>
      window.Kakao ? resolve(window.Kakao) : reject(new Error("no SDK")),
    )
    script.addEventListener("error", () => reject(new Error("the SDK did not load")))
    document.head.append(script)
  }).catch((error: unknown) => {
    loadedSdk = undefined
    throw error
  })
  return loadedSdk
}

/** Opens KakaoTalk's choice of friends for the page at `url`; false where that failed. */
export async function shareByKakao(url: string): Promise<boolean> {
  const key = getKakaoKey()
  if (!key) return false
  try {
    const sdk = await loadSdk()
    if (!sdk.isInitialized()) sdk.init(key)
    sdk.Share.sendScrap({ requestUrl: url })
    return true
  } catch {
    return false
  }
}
