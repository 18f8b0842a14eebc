import { anyone } from '#platform/permissions.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { accountTexts } from './account.texts.ts'
import { AccountCard } from './account-card.tsx'
import { withDestination } from './enter.ts'

export default page({
  address: '/change-password-instructions',
  title: accountTexts.checkEmail,
  may: anyone,
  layout: PublicLayout,
  view: (_data, input) => <Instructions {...input} />,
})

function Instructions({ frame, query }: ViewInput) {
  const t = useTexts(accountTexts)
  const footer = (
    <>
      <p>
        <TextLink href={withCarriedParams(frame, withDestination('/forgot-password', query))}>{t('askAgain')}</TextLink>
      </p>
      <p>
        <TextLink href={withCarriedParams(frame, withDestination('/login', query))}>{t('backToSignIn')}</TextLink>
      </p>
    </>
  )
  return (
    <AccountCard title={t('checkEmail')} below={footer}>
      <p>{t('recoverySent')}</p>
      <p className="mt-3 text-muted-foreground">{t('nothingCame')}</p>
    </AccountCard>
  )
}
