import { useEffect, useRef, useState, type ReactNode } from "react"

/** A place with its label; one without `href` is chosen by pressing it. */
type Place = { code: string; latitude: number; longitude: number; label: string; href?: string }
type LatLng = object
type Maps = {
  load: (ready: () => void) => void
  LatLng: new (latitude: number, longitude: number) => LatLng
  Map: new (element: HTMLElement, options: { center: LatLng; level: number }) => object
  CustomOverlay: new (options: {
    map: object
    position: LatLng
    content: HTMLElement
    clickable: boolean
  }) => object
}

const SCRIPT = "https://dapi.kakao.com/v2/maps/sdk.js"
/** How much of the country is seen: 17 regions of a large city. */
const ZOOM_LEVEL = 9

const findMaps = () => (globalThis as { kakao?: { maps?: Maps } }).kakao?.maps

/** Loads the map's script once for the page; fails where it does not come. */
function loadMaps(apiKey: string): Promise<Maps> {
  return new Promise((resolve, reject) => {
    const ready = () => {
      const maps = findMaps()
      if (maps) maps.load(() => resolve(maps))
      else reject(new Error("The map did not load"))
    }
    if (findMaps()) return ready()
    const script = document.createElement("script")
    script.src = `${SCRIPT}?${new URLSearchParams({ appkey: apiKey, autoload: "false" })}`
    script.addEventListener("load", ready)
    script.addEventListener("error", () => reject(new Error("The map did not load")))
    document.head.append(script)
  })
}

/** What stands on the map for a place: a link, or a button that chooses it. */
function createLabel({ code, label, href }: Place, onChoose: ((code: string) => void) | undefined) {
  const element = document.createElement(href === undefined ? "button" : "a")
  if (element instanceof HTMLAnchorElement) element.href = href ?? ""
  else {
    element.type = "button"
    element.addEventListener("click", () => onChoose?.(code))
  }
  element.textContent = label
  element.className = "btn btn-sm btn-primary shadow-float"
  return element
}

/**
 * The map of Kakao with a link or a button for each place; `fallback` while it loads and where it does not.
 */
export function KakaoMap({
  apiKey,
  places,
  centre,
  onChoose,
  fallback,
}: {
  apiKey: string
  places: readonly Place[]
  centre: string
  onChoose?: (code: string) => void
  fallback: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  const [maps, setMaps] = useState<Maps | null>(null)
  useEffect(() => {
    let isCurrent = true
    loadMaps(apiKey).then(
      (loaded) => isCurrent && setMaps(loaded),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [apiKey])
  useEffect(() => {
    const middle = places.find((place) => place.code === centre)
    if (!maps || !element.current || !middle) return
    element.current.replaceChildren()
    const map = new maps.Map(element.current, {
      center: new maps.LatLng(middle.latitude, middle.longitude),
      level: ZOOM_LEVEL,
    })
    for (const place of places) {
      const position = new maps.LatLng(place.latitude, place.longitude)
      new maps.CustomOverlay({ map, position, content: createLabel(place, onChoose), clickable: true })
    }
  }, [maps, places, centre, onChoose])
  if (!maps) return fallback
  return (
    <div
      ref={element}
      role="application"
      aria-label="카카오 지도"
      className="h-[28rem] overflow-hidden rounded-2xl"
    />
  )
}
