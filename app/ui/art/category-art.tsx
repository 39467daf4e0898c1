import type { ReactNode } from "react"
import { accent, ArtFrame, BODY_FILL, bright, MASS_FILL, Sparkle } from "./art-frame.tsx"

export type ArtCategory = "repair" | "interior" | "moving" | "demolition" | "installation"
export type ArtArea = "job" | "market" | "shop" | "expert"

const house = (
  <>
    <path d="M14 29 32 13l18 16v23a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z" fill={MASS_FILL} />
    <path d="M43.500 10.500h5a2 2 0 0 1 2 2v10l-9-8v-2a2 2 0 0 1 2-2z" fill={accent} />
    <path d="M7.500 31.500 32 9.500l24.500 22" stroke={BODY_FILL} strokeWidth="7" />
    <path
      d={
        "M41.600 36.400a7.300 7.300 0 0 1-9.500 8.300l-5.800 5.900a3.500 3.500 0 0 " +
        "1-5-5l5.900-5.800a7.300 7.300 0 0 1 9.200-9.400l-4 4.100.8 3.600 3.600.8z"
      }
      fill={BODY_FILL}
    />
  </>
)

const roller = (
  <>
    <path
      d={
        "M10 30h36v15a3.600 3.600 0 0 1-7.200 0v-2a3.600 3.600 0 0 0-7.200 0v10a4 4 0 0 1-8 0V43a3.300 " +
        "3.300 0 0 0-6.600 0v1a3.500 3.500 0 0 1-7 0z"
      }
      fill={MASS_FILL}
    />
    <rect x="6" y="9" width="44" height="20" rx="6" fill={BODY_FILL} />
    <rect x="12" y="13.500" width="17" height="4.500" rx="2.250" fill={bright} fillOpacity=".55" />
    <path
      d="M50 18h4.500a3.500 3.500 0 0 1 3.500 3.500V29a3.500 3.500 0 0 1-3.500 3.500H54a3 3 0 0 0-3 3V39"
      stroke={BODY_FILL}
      strokeWidth="4.500"
    />
    <rect x="46.500" y="38.500" width="9" height="18.500" rx="4" fill={accent} />
  </>
)

const truck = (
  <>
    <rect x="4" y="14" width="34" height="35" rx="5" fill={MASS_FILL} />
    <path
      d={
        "M21 38c-9.500-6-8.500-13-4-13 2.200 0 3.500 1.500 4 2.900.5-1.400 1.800-2.900 4-2.900 4.500 0 " +
        "5.500 7-4 13z"
      }
      fill={accent}
    />
    <path
      d="M38 23h10.500a5 5 0 0 1 4.300 2.500l6.500 11a5 5 0 0 1 .7 2.600V44a5 5 0 0 1-5 5H38z"
      fill={BODY_FILL}
    />
    <path d="M43.500 28h4.300a2 2 0 0 1 1.700 1l3.700 6.500h-9.700z" fill={bright} fillOpacity=".85" />
    <circle cx="16.500" cy="49" r="5.500" fill={bright} stroke={BODY_FILL} strokeWidth="5" />
    <circle cx="47" cy="49" r="5.500" fill={bright} stroke={BODY_FILL} strokeWidth="5" />
  </>
)

const spray = (
  <>
    <path
      d="M24 28h14l5 7.500a7 7 0 0 1 1 3.700V53a5 5 0 0 1-5 5H23a5 5 0 0 1-5-5V39.200a7 7 0 0 1 1-3.700z"
      fill={MASS_FILL}
    />
    <rect x="24" y="38" width="14" height="12" rx="3.500" fill={BODY_FILL} />
    <path d="M26 20h11v8H26z" fill={BODY_FILL} />
    <path
      d="M22.500 7h22a4 4 0 0 1 4 4v2.500a4 4 0 0 1-4 4h-20a5 5 0 0 1-5-5V10a3 3 0 0 1 3-3z"
      fill={BODY_FILL}
    />
    <path d="M41.500 17.500 46.500 26" stroke={BODY_FILL} strokeWidth="4.500" />
    <Sparkle x={11} y={16} reach={6.5} />
    <Sparkle x={53} y={40} reach={8} />
  </>
)

const airConditioner = (
  <>
    <path d="M4 18a8 8 0 0 1 8-8h40a8 8 0 0 1 8 8v10H4z" fill={MASS_FILL} />
    <path d="M4 27h56v1.500a7.500 7.500 0 0 1-7.500 7.500h-41A7.500 7.500 0 0 1 4 28.500z" fill={BODY_FILL} />
    <path d="M14 31.300h36" stroke={bright} strokeWidth="3" />
    <circle cx="50.500" cy="18.500" r="3" fill={accent} />
    <path
      d={
        "M19 42.500c-3 3.600 2.400 5.800-.4 10M32 43.500c-3 4 2.600 6.800-.4 12.500M45 42.500c-3 3.600 " +
        "2.400 5.800-.4 10"
      }
      stroke={BODY_FILL}
      strokeWidth="4.500"
    />
  </>
)

const hardHat = (
  <>
    <rect x="9" y="46" width="46" height="11" rx="5.500" fill={MASS_FILL} />
    <path d="M11 42a21 21 0 0 1 42 0v3H11z" fill={MASS_FILL} />
    <path d="M26 22.500a6 6 0 0 1 12 0V38a3 3 0 0 1-3 3h-6a3 3 0 0 1-3-3z" fill={BODY_FILL} />
    <path d="M6 44.500h52" stroke={BODY_FILL} strokeWidth="7" />
    <path d="M19 34a13 13 0 0 1 3.500-7.500" stroke={bright} strokeWidth="3.500" strokeOpacity=".8" />
    <circle cx="50" cy="16" r="8" fill={accent} />
    <path d="m46.600 16.200 2.400 2.400 4.400-4.600" stroke={bright} strokeWidth="2.400" />
  </>
)

const secondHand = (
  <>
    <path d="M10 28h44v25a5 5 0 0 1-5 5H15a5 5 0 0 1-5-5z" fill={MASS_FILL} />
    <path
      d="M11 28h18l-6 9H6.500zM53 28H35l6 9h16.500z"
      fill={BODY_FILL}
      stroke={BODY_FILL}
      strokeWidth="3"
    />
    <path
      d={
        "M32 21c-10-6.500-9-14-4.300-14 2.300 0 3.700 1.600 4.300 3.100.6-1.500 2-3.100 4.300-3.100C41 " +
        "7 42 14.500 32 21z"
      }
      fill={accent}
    />
    <path
      d="M25.500 47a7 7 0 0 1 11.800-3.500M38.500 46.500a7 7 0 0 1-11.800 3.500"
      stroke={BODY_FILL}
      strokeWidth="3.500"
    />
    <path d="M39 39.500v5h-5zM25 54v-5h5z" fill={BODY_FILL} />
  </>
)

const shoppingBag = (
  <>
    <path
      d={
        "M12.500 23h39a4 4 0 0 1 4 3.600l2.200 26A5 5 0 0 1 52.700 58H11.300a5 5 0 0 " +
        "1-5-5.400l2.200-26a4 4 0 0 1 4-3.600z"
      }
      fill={MASS_FILL}
    />
    <path d="M21 32V18a11 11 0 0 1 22 0v14" stroke={BODY_FILL} strokeWidth="5" />
    <path d="M7.200 43h49.600l.9 9.600a5 5 0 0 1-5 5.400H11.300a5 5 0 0 1-5-5.400z" fill={BODY_FILL} />
    <path d="M26 50.500h12" stroke={bright} strokeWidth="3.500" />
    <Sparkle x={52} y={15} reach={7} />
  </>
)

const badge = (
  <>
    <path d="M19 36 11.500 55.500l8.500-1.500 5 7 7-18.500L39 61l5-7 8.500 1.500L45 36z" fill={MASS_FILL} />
    <path
      d={
        "m32 4 5.800 4.300 7.200-.4 2.100 6.900 6 4-2.500 6.700 2.500 6.800-6 4-2.100 " +
        "6.800-7.200-.4L32 47l-5.800-4.300-7.200.4-2.100-6.800-6-4 2.500-6.800-2.500-6.700 6-4L19 " +
        "7.900l7.200.4z"
      }
      fill={BODY_FILL}
    />
    <path d="m23.500 26 6 6 11.500-12" stroke={bright} strokeWidth="5" />
    <circle cx="52.500" cy="9.500" r="4.500" fill={accent} />
  </>
)

const ART_BY_CATEGORY: Record<ArtCategory, ReactNode> = {
  repair: house,
  interior: roller,
  moving: truck,
  demolition: spray,
  installation: airConditioner,
}
const ART_BY_AREA: Record<ArtArea, ReactNode> = {
  job: hardHat,
  market: secondHand,
  shop: shoppingBag,
  expert: badge,
}

/** The sign of one of the five service categories, clear from 24 to 64 px. */
export function CategoryArt({ category, size = 48 }: { category: ArtCategory; size?: number }) {
  return (
    <ArtFrame size={size} grid={64}>
      {ART_BY_CATEGORY[category]}
    </ArtFrame>
  )
}

/** The sign of jobs, second-hand goods, the shop or the directory of experts. */
export function AreaArt({ area, size = 48 }: { area: ArtArea; size?: number }) {
  return (
    <ArtFrame size={size} grid={64}>
      {ART_BY_AREA[area]}
    </ArtFrame>
  )
}
