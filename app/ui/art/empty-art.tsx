import type { ReactNode } from "react"
import { accent, ArtFrame, BODY_FILL, bright, MASS_FILL, Sparkle } from "./art-frame.tsx"

export type EmptyKind =
  | "proposals"
  | "orders"
  | "search"
  | "chat"
  | "notifications"
  | "cart"
  | "reviews"
  | "error"
  | "not-found"
  | "offline"
  | "waiting"
  | "done"

const star =
  "m0-12 3.600 7.600 8.400 1.100-6.200 5.700 1.600 8.300L0 6.700l-7.400 4 1.600-8.300-6.200-5.700 " +
  "8.400-1.100z"

const ART_BY_KIND: Record<EmptyKind, ReactNode> = {
  proposals: (
    <>
      <rect
        x="22"
        y="30"
        width="46"
        height="60"
        rx="8"
        transform="rotate(-8 45 60)"
        fill={MASS_FILL}
        fillOpacity=".6"
      />
      <rect x="44" y="24" width="52" height="68" rx="9" fill={MASS_FILL} />
      <path d="M56 40h20M56 52h28M56 64h22" stroke={BODY_FILL} strokeWidth="5" />
      <path d="M56 78h12" stroke={bright} strokeWidth="5" />
      <circle cx="90" cy="84" r="16" fill={BODY_FILL} />
      <path d="m82.500 79 3.500 10 4-10 4 10 3.500-10M81.500 84h17" stroke={bright} strokeWidth="2.800" />
      <circle cx="96" cy="24" r="6" fill={accent} />
    </>
  ),
  orders: (
    <>
      <rect x="30" y="26" width="60" height="70" rx="10" fill={MASS_FILL} />
      <rect x="46" y="18" width="28" height="16" rx="6" fill={BODY_FILL} />
      <path d="M42 66 60 50l18 16" stroke={BODY_FILL} strokeWidth="6" />
      <path d="M48 66h24v16a3 3 0 0 1-3 3H51a3 3 0 0 1-3-3z" fill={bright} fillOpacity=".85" />
      <path
        d="M60 72c-4.600-6-.6-9 0-5.600.6-3.400 4.600-.4 0 5.600z"
        transform="translate(0 5)"
        fill={accent}
        stroke={accent}
        strokeWidth="3"
      />
      <Sparkle x={97} y={34} reach={8} />
    </>
  ),
  search: (
    <>
      <circle cx="54" cy="54" r="28" fill={MASS_FILL} />
      <circle cx="54" cy="54" r="28" stroke={BODY_FILL} strokeWidth="8" />
      <path d="m76 76 18 18" stroke={BODY_FILL} strokeWidth="11" />
      <path d="M40 50a15 15 0 0 1 12-11" stroke={bright} strokeWidth="5" strokeOpacity=".85" />
      <path d="M48 62h.1M60 62h.1" stroke={BODY_FILL} strokeWidth="6" />
      <Sparkle x={94} y={32} reach={9} />
      <circle cx="22" cy="28" r="4" fill={accent} />
    </>
  ),
  chat: (
    <>
      <path
        d={
          "M26 28h44a12 12 0 0 1 12 12v18a12 12 0 0 1-12 12H44L30 82V70h-4a12 12 0 0 1-12-12V40a12 12 " +
          "0 0 1 12-12z"
        }
        fill={MASS_FILL}
      />
      <path
        d={
          "M62 52h32a12 12 0 0 1 12 12v14a12 12 0 0 1-12 12h-2v11L79 90H62a12 12 0 0 1-12-12V64a12 12 " +
          "0 0 1 12-12z"
        }
        fill={BODY_FILL}
      />
      <path d="M66 71h.1M78 71h.1M90 71h.1" stroke={bright} strokeWidth="6" />
      <path d="M30 42h28" stroke={bright} strokeWidth="5" strokeOpacity=".85" />
      <circle cx="84" cy="27" r="6" fill={accent} />
    </>
  ),
  notifications: (
    <>
      <path
        d="M60 22a25 25 0 0 1 25 25v16l7 12a4 4 0 0 1-3.500 6h-57A4 4 0 0 1 28 75l7-12V47a25 25 0 0 1 25-25z"
        fill={MASS_FILL}
      />
      <path d="M29 78h62" stroke={BODY_FILL} strokeWidth="7" />
      <path d="M49 87a11 11 0 0 0 22 0z" fill={BODY_FILL} />
      <path d="M60 16v6" stroke={BODY_FILL} strokeWidth="7" />
      <path d="M46 48a14 14 0 0 1 8-12" stroke={bright} strokeWidth="5" strokeOpacity=".85" />
      <path d="M88 22h11L88 35h11" stroke={accent} strokeWidth="4.500" />
    </>
  ),
  cart: (
    <>
      <path d="M34 42h62l-8 32a6 6 0 0 1-5.800 4.500H46a6 6 0 0 1-5.900-4.800z" fill={MASS_FILL} />
      <path
        d="M16 28h9a6 6 0 0 1 5.900 4.900L40 76a6 6 0 0 0 5.900 4.800H86"
        stroke={BODY_FILL}
        strokeWidth="6.500"
      />
      <path d="M53 54v13M66 54v13M79 54v13" stroke={bright} strokeWidth="5" strokeOpacity=".9" />
      <circle cx="50" cy="94" r="6.500" fill={BODY_FILL} />
      <circle cx="80" cy="94" r="6.500" fill={BODY_FILL} />
      <Sparkle x={66} y={27} reach={9} />
      <circle cx="88" cy="26" r="4" fill={accent} />
    </>
  ),
  reviews: (
    <>
      <path
        d={
          "M28 24h64a14 14 0 0 1 14 14v32a14 14 0 0 1-14 14H68L52 98V84H28a14 14 0 0 1-14-14V38a14 14 " +
          "0 0 1 14-14z"
        }
        fill={MASS_FILL}
      />
      <path transform="translate(35 54)" d={star} fill={BODY_FILL} />
      <path transform="translate(60 54)" d={star} fill={BODY_FILL} />
      <path transform="translate(85 54)" d={star} fill={bright} fillOpacity=".85" />
      <path
        d={
          "M101 16c-5-4.800-4.400-9.400-1.400-9.400 1.400 0 2.200 1 2.600 2 .4-1 1.200-2 2.600-2 3 0 " +
          "3.600 4.600-3.800 9.400z"
        }
        transform="translate(-92 -2) scale(1.900)"
        fill={accent}
      />
    </>
  ),
  error: (
    <>
      <path d="M8 66h18" stroke={MASS_FILL} strokeWidth="8" />
      <path d="M26 48h14a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H26z" fill={BODY_FILL} />
      <path d="M46 58h9M46 74h9" stroke={BODY_FILL} strokeWidth="6" />
      <path d="M80 48h14v36H80a10 10 0 0 1-10-10V58a10 10 0 0 1 10-10z" fill={MASS_FILL} />
      <path d="M94 66h18" stroke={MASS_FILL} strokeWidth="8" />
      <path d="M80 60v12" stroke={bright} strokeWidth="5" strokeOpacity=".9" />
      <path d="m63 24-6 13h9l-5 12" stroke={accent} strokeWidth="5" />
      <path d="M63 92v6M52 90l-4 6M74 90l4 6" stroke={accent} strokeWidth="4" />
    </>
  ),
  "not-found": (
    <>
      <path d="M60 100V32" stroke={BODY_FILL} strokeWidth="8" />
      <path d="M34 28h50l13 12-13 12H34a4 4 0 0 1-4-4V32a4 4 0 0 1 4-4z" fill={MASS_FILL} />
      <path d="M86 60H42L30 71l12 11h44a4 4 0 0 0 4-4V64a4 4 0 0 0-4-4z" fill={BODY_FILL} />
      <path d="M44 40h26" stroke={bright} strokeWidth="5" strokeOpacity=".85" />
      <path d="M52 71h22" stroke={bright} strokeWidth="5" />
      <path d="M44 101h32" stroke={MASS_FILL} strokeWidth="7" />
      <circle cx="60" cy="21" r="6.500" fill={accent} />
    </>
  ),
  offline: (
    <>
      <path d="M38 88a20 20 0 0 1-1-40 26 26 0 0 1 50-4 22 22 0 0 1-1 44z" fill={MASS_FILL} />
      <path d="M44 62a24 24 0 0 1 32 0M51.500 70.500a13 13 0 0 1 17 0" stroke={BODY_FILL} strokeWidth="6" />
      <circle cx="60" cy="79" r="4" fill={BODY_FILL} />
      <path d="M34 34 88 96" stroke={accent} strokeWidth="6" />
    </>
  ),
  waiting: (
    <>
      <path
        d="M38 26h44v12c0 10-13 15-13 22s13 12 13 22v12H38V82c0-10 13-15 13-22s-13-12-13-22z"
        fill={MASS_FILL}
      />
      <path
        d="M45 42h30c-3 7-12 10-15 16-3-6-12-9-15-16zM42 92c0-10 11-11 18-16 7 5 18 6 18 16z"
        fill={BODY_FILL}
      />
      <path d="M32 24h56M32 96h56" stroke={BODY_FILL} strokeWidth="8" />
      <path d="M60 62v6" stroke={BODY_FILL} strokeWidth="4" />
      <Sparkle x={98} y={46} reach={8} />
      <circle cx="22" cy="70" r="4" fill={accent} />
    </>
  ),
  done: (
    <>
      <circle cx="60" cy="60" r="38" fill={MASS_FILL} />
      <circle cx="60" cy="60" r="28" fill={BODY_FILL} />
      <path d="m47 61 9 9 18-19" stroke={bright} strokeWidth="7" />
      <Sparkle x={99} y={26} reach={9} />
      <Sparkle x={19} y={90} reach={6} colour={BODY_FILL} />
      <circle cx="22" cy="28" r="4.500" fill={accent} />
      <circle cx="102" cy="88" r="4" fill={MASS_FILL} />
      <path d="M60 10v5M108 58h4M8 58h4" stroke={BODY_FILL} strokeWidth="4" />
    </>
  ),
}

/**
 * A picture for a screen that has nothing to show, waits, failed or is done. It stands above a sentence and
 * an action.
 */
export function EmptyArt({ kind, size = 120 }: { kind: EmptyKind; size?: number }) {
  return (
    <ArtFrame size={size} grid={120}>
      <ellipse cx="60" cy="105" rx="42" ry="6" fill={MASS_FILL} fillOpacity=".35" />
      {ART_BY_KIND[kind]}
    </ArtFrame>
  )
}
