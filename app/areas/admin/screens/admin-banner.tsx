/** /admin/banners/:bannerId: writes or changes a banner or a collection, with how it will look. */
import { Form, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { addDays, MINUTE_MS, startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { findPictures } from "#app/platform/pictures.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { DateField, SelectField, TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { PictureData } from "#app/ui/picture.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { hasRight, type Member } from "../../accounts/rules.ts"
import { BannerForm } from "../../campaigns/forms.ts"
import { BannerRow } from "../../campaigns/parts/banner-row.tsx"
import { CollectionSection } from "../../campaigns/parts/collection-section.tsx"
import {
  BANNER_AUDIENCE_LABELS,
  BANNER_AUDIENCES,
  BANNER_KIND_LABELS,
  BANNER_KINDS,
  BANNER_LIMITS,
  BANNER_PLACE_LABELS,
  BANNER_PLACES,
} from "../../campaigns/rules.ts"
import { findBanner, saveBanner, type BannerInput } from "../../campaigns/service/banners.server.ts"
import { findProductCards } from "../../shop/service/catalogue.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { listSidoOptions } from "../parts/sido-options.ts"
import type { Route } from "./+types/admin-banner"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const NEW = "new"
const toTime = (at: string) => new Date(new Date(at).getTime() + 9 * 3_600_000).toISOString().slice(11, 16)

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  if (!hasRight(actor, "content")) notFound()
  const banner = params.bannerId === NEW ? null : ((await findBanner(actor, params.bannerId)) ?? notFound())
  const picture = banner?.picture ?? null
  return {
    isNew: banner === null,
    title: banner?.title ?? "",
    picture,
    preview: banner && (await loadPreview(banner, picture)),
    values: toValues(banner ?? createNewBanner()),
  }
})

type Written = Omit<BannerInput, "pictureId" | "startsAt" | "endsAt"> & { startsAt: string; endsAt: string }

/** What the form of a new banner begins with: a week from today. */
function createNewBanner(): Written {
  const today = startOfKstDay(toKstDateString(now()))
  return {
    kind: "banner",
    place: "home",
    title: "",
    text: "",
    href: "",
    productIds: [],
    audience: "everyone",
    regionCode: null,
    position: 0,
    startsAt: today.toISOString(),
    endsAt: new Date(addDays(today, 8).getTime() - MINUTE_MS).toISOString(),
    version: 0,
  }
}

const toValues = (banner: Written) => ({
  kind: banner.kind,
  place: banner.place,
  title: banner.title,
  text: banner.text,
  href: banner.href,
  products: banner.productIds
    .map((productId) => href("/shopping/product/:productId", { productId }))
    .join("\n"),
  audience: banner.audience,
  region: banner.regionCode ?? "",
  position: String(banner.position),
  startsOn: toKstDateString(banner.startsAt),
  startsTime: toTime(banner.startsAt),
  endsOn: toKstDateString(banner.endsAt),
  endsTime: toTime(banner.endsAt),
  version: String(banner.version),
})

type Preview = Awaited<ReturnType<typeof loadPreview>>
type Shown = Pick<BannerInput, "kind" | "title" | "text" | "href" | "productIds">

/** A banner as it will look. */
async function loadPreview(banner: Shown, picture: Awaited<ReturnType<typeof findPictures>>[number] | null) {
  const { kind, title, text, href: to, productIds } = banner
  const cards = kind === "collection" ? await findProductCards(productIds) : new Map<string, never>()
  return {
    kind,
    banner: { id: "preview", title, text, href: to, picture },
    collection: {
      id: "preview",
      title,
      text,
      href: to,
      cards: productIds.flatMap((productId) => cards.get(productId) ?? []),
    },
  }
}

const toMoment = (day: string, time: string) =>
  new Date(startOfKstDay(day).getTime() + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE_MS)

/** A picture that a colleague uploaded stays where it is. */
const PICTURES = [{ name: "pictureIds", purpose: "content", max: 1, leavesForeign: true }] as const

const answerForm = intents<{ actor: Member; bannerId: string | null }, { preview: Preview }>((intent) => ({
  save: intent({
    form: BannerForm,
    hidden: ["version"],
    pictures: PICTURES,
    run: ({ actor, bannerId }, form) => {
      const { products, region, pictureIds, startsOn, startsTime, endsOn, endsTime, ...banner } = form
      return saveBanner(actor, bannerId, {
        ...banner,
        pictureId: pictureIds[0] ?? null,
        productIds: products,
        regionCode: region,
        startsAt: toMoment(startsOn, startsTime),
        endsAt: toMoment(endsOn, endsTime),
      })
    },
    done: { to: href("/admin/banners"), flash: "저장했어요" },
    problems: {
      changed: "다른 관리자가 그사이에 고쳤어요. 새 창에서 확인하고 다시 저장해 주세요.",
      picture: { field: "pictureIds", sentence: "배너에 보일 사진을 한 장 올려 주세요." },
      products: { field: "products", sentence: "지금 살 수 없는 상품이 있어요. 주소를 확인해 주세요." },
    },
  }),
  preview: intent({
    form: BannerForm,
    hidden: ["version"],
    pictures: PICTURES,
    run: async (_, form) => {
      const [picture = null] = await findPictures(form.pictureIds, { purpose: "content" })
      return ok({ preview: await loadPreview({ ...form, productIds: form.products }, picture) })
    },
    done: ({ preview }) => ({ shown: { preview } }),
    problems: {},
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  if (!hasRight(actor, "content")) notFound()
  return answerForm(
    await request.formData(),
    { actor, bannerId: params.bannerId === NEW ? null : params.bannerId },
    { to: href("/admin/banners") },
  )
}

export const meta: Route.MetaFunction = ({ loaderData: view }) => [
  { title: titleOf(view?.title || "새 배너") },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>

export default function AdminBanner({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const preview = (actionData && "shown" in actionData && actionData.shown?.preview) || loaderData.preview
  return (
    <AdminLayout current="banners">
      <PageHeader
        title={loaderData.isNew ? "새 배너·기획전" : "배너·기획전 고치기"}
        text="정한 때와 사람에게만 보여요. 저장하면 몇 초 안에 바뀌어요."
        back={{ href: href("/admin/banners"), label: "배너·기획전" }}
      />
      <FormAlert message={answer.problem} className="mb-4" />
      {preview ? <PreviewCard preview={preview} /> : null}
      <BannerFields view={loaderData} answer={answer} pictures={actionData?.pictures} />
    </AdminLayout>
  )
}

/** How it will look where it is shown. */
const PreviewCard = ({ preview }: { preview: Preview }) => (
  <section aria-labelledby="preview" className="mb-4 card-line p-4 md:p-5">
    <h2 id="preview" className="mb-3 text-base font-bold">
      미리 보기
    </h2>
    {preview.kind === "banner" ? (
      <BannerRow banners={[preview.banner]} />
    ) : (
      <CollectionSection collection={preview.collection} />
    )}
  </section>
)

function toOptions<Value extends string>(values: readonly Value[], labels: Record<Value, string>) {
  return values.map((value) => ({ value, label: labels[value] }))
}

type ReadField = (name: Exclude<keyof View["values"], "version">) => {
  name: string
  defaultValue: string
  error: string | undefined
}

/** What a banner is made of; it is sent to be looked at or to be saved. */
function BannerFields({
  view: { values, picture },
  answer: { errors, typed },
  pictures,
}: {
  view: View
  answer: ScreenAnswer
  pictures: PictureData[] | undefined
}) {
  const field: ReadField = (name) => ({
    name,
    defaultValue: typed(name, values[name]),
    error: errors[name],
  })
  return (
    <Card>
      <Form method="post" encType="multipart/form-data" className="grid gap-4">
        <input type="hidden" name="version" value={typed("version", values.version)} />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <SelectField
            label="종류"
            options={toOptions(BANNER_KINDS, BANNER_KIND_LABELS)}
            {...field("kind")}
          />
          <SelectField
            label="보일 곳"
            options={toOptions(BANNER_PLACES, BANNER_PLACE_LABELS)}
            {...field("place")}
          />
        </div>
        <TextField label="제목" maxLength={BANNER_LIMITS.title} {...field("title")} />
        <TextField label="설명" required={false} maxLength={BANNER_LIMITS.text} {...field("text")} />
        <TextField
          label="누르면 갈 곳"
          placeholder="/shopping?deal=1"
          help="바로일당 안의 주소를 /로 시작해 적어 주세요."
          {...field("href")}
        />
        <PictureUploader
          name="pictureIds"
          purpose="content"
          max={1}
          label="배너 사진"
          help="정사각형으로 잘려 보여요. 글자는 사진이 아니라 제목에 적어 주세요."
          defaultPictures={pictures ?? (picture ? [picture] : [])}
          error={errors["pictureIds"]}
        />
        <TextArea
          label="기획전 상품"
          required={false}
          rows={3}
          placeholder="/shopping/product/…"
          help={`상품의 주소를 한 줄에 하나씩, ${BANNER_LIMITS.products}개까지 적어 주세요.`}
          {...field("products")}
        />
        <WhenAndToWhom field={field} />
        <div className="grid grid-cols-2 gap-3">
          <SubmitButton name="intent" value="preview" className="btn btn-line btn-lg">
            미리 보기
          </SubmitButton>
          <SubmitButton name="intent" value="save" className="btn btn-primary btn-lg">
            저장
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

/** Who is shown it, where they live, and from when until when. */
const WhenAndToWhom = ({ field }: { field: ReadField }) => (
  <>
    <div className="grid items-start gap-4 md:grid-cols-3">
      <SelectField
        label="보일 사람"
        options={toOptions(BANNER_AUDIENCES, BANNER_AUDIENCE_LABELS)}
        {...field("audience")}
      />
      <SelectField label="지역" required={false} options={listSidoOptions()} {...field("region")} />
      <TextField
        label="순서"
        inputMode="numeric"
        required={false}
        help="작은 수가 먼저 보여요."
        {...field("position")}
      />
    </div>
    <div className="grid grid-cols-2 items-start gap-4 md:grid-cols-4">
      <DateField label="시작일" {...field("startsOn")} />
      <TextField label="시작 시각" inputMode="numeric" {...field("startsTime")} />
      <DateField label="끝나는 날" {...field("endsOn")} />
      <TextField label="끝나는 시각" inputMode="numeric" {...field("endsTime")} />
    </div>
  </>
)
