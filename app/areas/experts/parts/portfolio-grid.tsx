import { useEffect, useRef, useState, type MouseEvent } from "react"
import { Link } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { formatManwon } from "#app/basics/won.ts"
import { Picture, readPictureId } from "#app/ui/picture.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import { SharedSheet } from "#app/ui/shared-sheet.tsx"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import type { PortfolioView } from "../views.ts"
import { CompareSlider } from "./compare-slider.tsx"

const formatDetails = (item: PortfolioView) =>
  [
    item.areaPyeong === null ? null : `${item.areaPyeong}평`,
    item.priceWon === null ? null : formatManwon(item.priceWon),
  ]
    .filter((detail) => detail !== null)
    .join(" · ")

/** A work as its sheet shows it, read from the page. */
type OpenedWork = { title: string; pictures: { id: string; alt: string }[]; textHtml: string }

/**
 * Finished works as pictures; each opens with its words and, where there is one, the comparison of before and
 * after. `items` is undefined where the page brings them as HTML alone; `allHref`: where all of them are,
 * undefined where these are all.
 */
export function PortfolioGrid({
  items,
  count,
  allHref,
}: {
  items: readonly PortfolioView[] | undefined
  count: number
  allHref: string | undefined
}) {
  const grid = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<OpenedWork>()
  useEffect(() => {
    // A tap before the scripts were there has unfolded it: it stays open as a sheet.
    const unfolded = grid.current?.querySelector<HTMLDetailsElement>("details[open]")
    if (!unfolded) return
    unfolded.open = false
    setOpened(readWork(unfolded))
  }, [])
  const openTappedWork = (event: MouseEvent) => {
    const work = event.target instanceof Element && event.target.closest("summary")?.parentElement
    if (!work) return
    event.preventDefault()
    setOpened(readWork(work))
  }
  return (
    <>
      {/* The click comes from a summary, which the keyboard reaches. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
          jsx-a11y/no-static-element-interactions */}
      <div ref={grid} onClick={openTappedWork}>
        <ServerHtml as="ul" data={items} className="portfolio">
          {(works) =>
            works.map((item) => (
              <li key={item.id}>
                <Work item={item} />
              </li>
            ))
          }
        </ServerHtml>
      </div>
      {opened && (
        <SharedSheet opening={opened} title={opened.title}>
          <WorkPictures work={opened} />
          <div className="work-text" dangerouslySetInnerHTML={{ __html: opened.textHtml }} />
        </SharedSheet>
      )}
      {allHref !== undefined && (
        <Link to={allHref} preventScrollReset className="btn btn-quiet mt-7 w-full md:hidden">
          {`포트폴리오 ${count}개 전체보기`}
        </Link>
      )}
    </>
  )
}

function readWork(work: Element): OpenedWork {
  return {
    title: work.querySelector("summary > b")?.textContent ?? "",
    pictures: [...work.querySelectorAll<HTMLImageElement>(".work-pictures img")].map((picture) => ({
      id: readPictureId(picture.src),
      alt: picture.alt,
    })),
    textHtml: work.querySelector(".work-text")?.innerHTML ?? "",
  }
}

function WorkPictures({ work: { title, pictures } }: { work: OpenedWork }) {
  const [first, second] = pictures
  if (first && second) return <CompareSlider key={first.id} before={first} after={second} title={title} />
  return first ? <Picture {...first} ratio="4/3" size="large" className="rounded-lg" /> : null
}

/** A work in the list: its cover and, unfolded where no scripts run, what there is of it. */
function Work({ item }: { item: PortfolioView }) {
  const { before, after, title } = item
  const details = formatDetails(item)
  const shownPictures = before
    ? [
        { id: before.id, alt: `${title}, 작업 전` },
        { id: after.id, alt: `${title}, 작업 후` },
      ]
    : [{ id: after.id, alt: after.alt || title }]
  return (
    <details>
      <summary>
        <span>
          <Picture id={after.id} alt={after.alt || title} ratio="4/3" size="card" />
          {before && <i>전·후 비교</i>}
        </span>
        <b>{title}</b>
        {details && <i>{details}</i>}
      </summary>
      <div>
        <div className="work-pictures">
          {shownPictures.map((picture) => (
            <Picture key={picture.id} {...picture} ratio="4/3" size="half" />
          ))}
        </div>
        <div className="work-text">
          <p>{[CATEGORY_LABELS[item.category], details].filter((detail) => detail !== "").join(" · ")}</p>
          {item.doneOn && <p>{`${formatDate(item.doneOn)} 작업`}</p>}
          {item.description && <p className="work-words">{item.description}</p>}
        </div>
      </div>
    </details>
  )
}
