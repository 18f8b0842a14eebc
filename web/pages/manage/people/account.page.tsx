import { type AccountKind, chargeLink, readAccountPath } from '#modules/identity/account/account-place.shared.ts'
import { recipientOf } from '#modules/identity/account/display-name.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { notFound, redirect } from '#platform/web/page-redirect.ts'
import { accountWords, newTitles } from '#web/account/account.texts.ts'
import { AccountView } from '#web/account/account-view.tsx'
import { type AccountShown, loadAccount, newAccount } from '#web/account/load-account.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { settingsTexts } from '#web/pages/account/settings.texts.ts'

/** A person's account as a page: the content of the grids' dialog, readable without scripts. */
export default page({
  address: '/manage/:kind{student|instructor|administrator|support}/:id{[0-9]{1,9}|new}/account',
  may: staff(),
  async load({ ctx, url, query }) {
    const place = readAccountPath(url)?.place
    if (!place) return notFound()
    if (place.user_id === null) return (await newAccount(ctx, place, query.tab)) ?? notFound()
    if (ctx.actor.kind === 'user' && ctx.actor.user_id === place.user_id)
      return redirect(pathTo('/settings', { query: url.searchParams }), { status: 302 })
    return loadAccount(ctx, place.user_id, query.tab)
  },
  title: (account, locale) => titleOf(account) ?? localize(locale, accountWords[newTitles[account.place.kind]]),
  layout: BackOfficeLayout,
  view: (account, { frame }) => <Account account={account} frame={frame} />,
})

/** The list of each kind of account. */
const lists: Record<AccountKind, string> = {
  student: pathTo('/manage/students'),
  instructor: pathTo('/manage/instructors'),
  administrator: pathTo('/manage/administrators'),
  support: pathTo('/manage/support-staff'),
}

const titleOf = ({ details }: AccountShown) => details && recipientOf(details).name

function Account({ account, frame }: { account: AccountShown; frame: Frame }) {
  const t = useTexts(settingsTexts)
  const words = useTexts(accountWords)
  const { place, details } = account
  const charge = details && chargeLink(place, details.can)
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, lists[place.kind])} alone>
          ‹ {t(place.kind)}
        </TextLink>
      </p>
      <PageTitle
        lead={details?.data.user.organization_name}
        actions={
          charge && (
            <LinkButton href={withCarriedParams(frame, charge)} variant="outline">
              {words('charge')}
            </LinkButton>
          )
        }
      >
        {details ? (
          <span data-name-of={details.data.user.user_id}>{titleOf(account)}</span>
        ) : (
          words(newTitles[place.kind])
        )}
      </PageTitle>
      <AccountView account={account} frame={frame} />
    </>
  )
}
