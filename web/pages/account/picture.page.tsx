import OwnPicture from '#modules/identity/pictures/own-picture.island.tsx'
import { fetchUser } from '#modules/identity/profile/fetch-user.ts'
import { pathTo } from '#platform/path-to.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import type { UserDetails } from '#web/account/account-tab.ts'
import { OwnLayout } from './own-layout.tsx'
import { settingsTexts } from './settings.texts.ts'

/** One's own picture: separate from the profile, whose readers need not load the cropper. */
export default page({
  address: '/settings/picture',
  title: settingsTexts.picture,
  may: signedIn,
  layout: OwnLayout,
  load: ({ ctx }) => fetchUser.run(ctx, { id: userOf(ctx).user_id }),
  view: (details, { frame }) => <Picture details={details} frame={frame} />,
})

function Picture({ details: { data, can }, frame }: { details: UserDetails; frame: Frame }) {
  const t = useTexts(settingsTexts)
  const { user_id, first_name, last_name, loginid, profile_pic } = data.user
  const backHref = withCarriedParams(frame, pathTo('/settings'))
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={backHref} alone>
          ‹ {t('settings')}
        </TextLink>
      </p>
      <PageTitle lead={t('pictureLead')}>{t('picture')}</PageTitle>
      <Card>
        <OwnPicture
          person={{ user_id, first_name, last_name, loginid, profile_pic }}
          may={can.update}
          back={backHref}
        />
        <noscript>
          <p className="mt-3 text-muted-foreground">{t('pictureScripts')}</p>
        </noscript>
      </Card>
    </>
  )
}
