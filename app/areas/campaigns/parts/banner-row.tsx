import { Link } from "react-router"
import type { CardPicture } from "#app/basics/picture-view.ts"
import { Picture } from "#app/ui/picture.tsx"

export type BannerCard = {
  id: string
  title: string
  text: string
  href: string
  picture: CardPicture | null
}

/** Banners beside one another: they scroll on a phone; one alone takes the whole width. */
export function BannerRow({
  banners,
  className = "",
}: {
  banners: readonly BannerCard[]
  className?: string
}) {
  if (banners.length === 0) return null
  const isSingle = banners.length === 1
  return (
    <ul aria-label="소식과 혜택" className={`${getRowClasses(banners.length)} ${className}`}>
      {banners.map((banner, index) => (
        <li key={banner.id} className={isSingle ? "" : "w-[82vw] max-w-96 md:w-auto md:max-w-none"}>
          <Banner banner={banner} isEager={index === 0} />
        </li>
      ))}
    </ul>
  )
}

const getRowClasses = (count: number) =>
  count === 1 ? "grid" : `card-row md:grid-cols-2 ${count > 2 ? "lg:grid-cols-3" : ""}`

/** One banner: its picture beside what it says, in large letters above it. */
const Banner = ({ banner, isEager = false }: { banner: BannerCard; isEager?: boolean }) => (
  <Link
    to={banner.href}
    className={
      "flex h-full min-h-24 flex-wrap-reverse items-center overflow-hidden rounded-xl bg-primary-tint pl-5 " +
      "transition-colors hover:bg-primary/15"
    }
  >
    <span className="min-w-0 flex-1 basis-[8rem] py-4 pr-4">
      <b className="block text-lg leading-snug font-bold">{banner.title}</b>
      {banner.text ? <span className="mt-1 block text-sm text-ink-2">{banner.text}</span> : null}
    </span>
    {banner.picture ? (
      <Picture
        {...banner.picture}
        alt=""
        ratio="square"
        isEager={isEager}
        size="thumb"
        className="w-28 flex-none self-stretch"
      />
    ) : null}
  </Link>
)
