import { expect, test } from "vitest"
import { formatDeviceName, isHandheld } from "./device-name.ts"

const KHTML = "AppleWebKit/537.36 (KHTML, like Gecko)"

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/140.0 Safari/537.36`,
    "윈도우 PC · 크롬",
    false,
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/140.0 Safari/537.36 Edg/140.0`,
    "윈도우 PC · 엣지",
    false,
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/138.0 Whale/4.33 Safari/537.36`,
    "윈도우 PC · 네이버 웨일",
    false,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
    "아이폰 · 사파리",
    true,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 KAKAOTALK 26.1.0",
    "아이폰 · 카카오톡",
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 16) ${KHTML} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36`,
    "안드로이드 휴대폰 · 삼성 인터넷",
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-X910) ${KHTML} Chrome/140.0 Safari/537.36`,
    "안드로이드 태블릿 · 크롬",
    true,
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0",
    "맥 · 파이어폭스",
    false,
  ],
  ["curl/8.0", "알 수 없는 기기", false],
  [null, "알 수 없는 기기", false],
])("%s is %s", (userAgent, name, inTheHand) => {
  expect([formatDeviceName(userAgent), isHandheld(userAgent)]).toEqual([name, inTheHand])
})
