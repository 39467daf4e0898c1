import { Fragment } from "react"
import { Link, href } from "react-router"
import { Logo } from "../ui/art/logo.tsx"
import { brand, getBusinessCheckUrl } from "../basics/brand.ts"
import { listOfferedCategories } from "../areas/orders/category-rules.ts"
import { CachedHtml } from "../ui/cached-html.tsx"
import { ColourModeSwitch } from "./colour-mode-switch.tsx"
import { FOOTER_GROUPS, isOpenPath, filterOpenLinks, getServiceGroup } from "./navigation.ts"

export type SupportHours = { isOpenNow: boolean; hours: string }

function listCompanyDetails() {
  const { company } = brand
  return [
    ["", company.name],
    ["대표", company.representative],
    ["", company.address],
    ["전화", company.supportPhone],
    ["이메일", company.email],
    ["사업자등록번호", company.businessNumber],
    ["통신판매업 신고", company.mailOrderNumber],
    ["직업정보제공사업 신고", company.jobInformationNumber],
    ["호스팅 제공", company.hosting],
    ["개인정보 보호책임자", company.privacyOfficer],
  ].flatMap(([label, value]) => (value ? [`${label} ${value}`.trim()] : []))
}

function CompanyDetails() {
  return (
    <CachedHtml as="p" source={brand.company} className="company-details">
      {() => (
        <>
          {listCompanyDetails().map((detail, index, details) => (
            <Fragment key={detail}>
              <span>{index < details.length - 1 ? `${detail}\u00a0·` : detail}</span>{" "}
            </Fragment>
          ))}
          {brand.hasCompany && (
            <a href={getBusinessCheckUrl()} target="_blank" rel="noreferrer">
              사업자정보확인
            </a>
          )}
        </>
      )}
    </CachedHtml>
  )
}

const listOpenGroups = () =>
  [getServiceGroup(), ...FOOTER_GROUPS]
    .map((group) => ({ ...group, links: filterOpenLinks(group.links) }))
    .filter((group) => group.links.length > 0)

/** The customer centre: how to reach it, and whether somebody is there now. */
function Support({ support }: { support: SupportHours }) {
  return (
    <section aria-labelledby="footer-support">
      <Logo />
      <h2 id="footer-support">고객센터</h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        {brand.supportPhone ? (
          <a href={`tel:${brand.supportPhone}`} className="rounded-sm text-2xl font-bold">
            {brand.supportPhone}
          </a>
        ) : (
          <Link to={href("/contact")} className="rounded-sm text-2xl font-bold">
            문의하기
          </Link>
        )}
        <span
          className={
            "flex items-center gap-1.5 text-sm font-semibold " +
            `${support.isOpenNow ? "text-ok-ink" : "text-ink-3"}`
          }
        >
          <span
            aria-hidden
            className={`size-2 rounded-full ${support.isOpenNow ? "bg-ok-ink" : "bg-ink-3"}`}
          />
          {support.isOpenNow ? "지금 상담 가능" : "지금은 상담 시간이 아니에요"}
        </span>
      </p>
      <p className="mt-1.5">{support.hours}</p>
      <div className="mt-6">
        <ColourModeSwitch />
      </div>
    </section>
  )
}

function LinkGroups() {
  return (
    <CachedHtml
      as="nav"
      source={listOfferedCategories()}
      variant="footer"
      aria-label="바닥글"
      className="page-footer-links"
    >
      {() =>
        listOpenGroups().map((group) => (
          <div key={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.links.map((link) => (
                <li key={link.href}>
                  <Link
                    to={link.href}
                    className={link.href === "/privacy" ? "font-bold text-base-content" : undefined}
                  >
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))
      }
    </CachedHtml>
  )
}

/**
 * What closes every screen: the sections of specification §1, the customer centre, and what the law asks for
 * (korea.md §4). A task on a phone (`isTask`) ends with its own action.
 */
export function Footer({
  support,
  isAdmin,
  isTask,
}: {
  support: SupportHours
  isAdmin: boolean
  isTask: boolean
}) {
  return (
    <footer className={isTask ? "page-footer max-md:hidden" : "page-footer"}>
      <div>
        <div className="page-footer-sections">
          <Support support={support} />
          <LinkGroups />
        </div>
        <div className="page-footer-law">
          <CompanyDetails />
          <p>
            {brand.company.name}은 통신판매중개자로서 거래 당사자가 아니며, 전문가와 회원이 등록한 정보와
            거래에 대한 책임은 각 당사자에게 있습니다. 직접 판매하는 상품은 상품마다 따로 표시합니다.
          </p>
          <p>
            {`© 2026 ${brand.company.name}`}
            {isAdmin && (
              <Link to="/admin" className="font-semibold text-ink-2">
                관리자
              </Link>
            )}
            {isOpenPath("/licenses") && <Link to={href("/licenses")}>오픈소스 라이선스</Link>}
          </p>
        </div>
      </div>
    </footer>
  )
}
