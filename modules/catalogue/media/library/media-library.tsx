import { type ComponentType, useState } from 'react'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { FromUrl } from './from-url.tsx'
import { libraryTexts } from './library.texts.ts'
import { MediaGrid } from './media-grid.tsx'
import { MediumDetails } from './medium-details.tsx'
import { NewUpload } from './new-upload.tsx'
import type { Medium } from './send-medium.ts'

/** The tab of a question bank: questions to insert as an inline quiz card. */
export type QuestionPickerProps = { onChoose: (card: CardAttributes | null) => void }

export type MediaLibraryProps = {
  organization_id: number
  onPick: (card: CardAttributes) => void
  onClose: () => void
  /** The tab 'Question Bank'; absent by default. */
  questionBank?: ComponentType<QuestionPickerProps> | undefined
  /** Limits the library to files of this type. */
  only?: 'image' | 'audio' | undefined
}

type Tab = 'url' | 'upload' | 'bank' | 'uploads'

/** The files that a lesson refers to by name. */
const isNamed = (type: string | null) => type !== null && !['image', 'audio', 'video'].includes(type)
const withoutExtension = (name: string) => name.replace(/\.[a-z0-9]{2,5}$/i, '')

/** The attributes of a file's card. */
const cardOf = ({ attachment_id, type, url, alt, name }: Medium): CardAttributes => ({
  component: type,
  src: url,
  attachment_id,
  ...(alt && { alt }),
  ...(isNamed(type) && name && { title: withoutExtension(name) }),
})

export default function MediaLibrary({
  organization_id,
  onPick,
  onClose,
  questionBank: Bank,
  only,
}: MediaLibraryProps) {
  const t = useTexts(libraryTexts)
  const [tab, setTab] = useState<Tab>('upload')
  const [question, setQuestion] = useState<CardAttributes | null>(null)
  const [hosted, setHosted] = useState<CardAttributes | null>(null)
  const uploads = useChosenMedium(only)
  const card = { url: hosted, bank: question, upload: uploads.card, uploads: uploads.card }[tab]
  const tabs = (
    [
      ...(only ? [] : [['url', t('fromUrl')] as const]),
      ['upload', t('newUpload')],
      ...(Bank ? [['bank', t('questionBank')] as const] : []),
      ['uploads', t('uploads')],
    ] as const
  ).map(([id, label]) => ({ id, label, href: `#${id}`, current: tab === id }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      width="large"
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('cancel')}
          </Button>
          {card && <Button onClick={() => onPick(card)}>{t('insert')}</Button>}
        </>
      }
    >
      <div className="grid gap-4 pb-4">
        <Tabs
          label={t('title')}
          tabs={tabs}
          onSelect={({ id }) => {
            setHosted(null)
            setTab(id)
          }}
        />
        {tab === 'url' && <FromUrl onChoose={setHosted} />}
        {tab === 'upload' && (
          <NewUpload
            organization_id={organization_id}
            only={only}
            onUploaded={(uploaded) => {
              uploads.choose(uploaded, true)
              setTab('uploads')
            }}
          />
        )}
        {tab === 'bank' && Bank && <Bank onChoose={setQuestion} />}
        {tab === 'uploads' && <Uploads organization_id={organization_id} only={only} {...uploads} />}
      </div>
    </Dialog>
  )
}

/** The chosen file with the card to insert; null unless it is of the required kind. */
function useChosenMedium(only: MediaLibraryProps['only']) {
  const [medium, setMedium] = useState<Medium | null>(null)
  const [fresh, setFresh] = useState(false)
  // Text that was typed but not saved is inserted, too.
  const [alt, setAlt] = useState<string | null>(null)
  const isAllowed = medium?.type && (!only || medium.type === only)
  return {
    medium,
    fresh,
    setAlt,
    card: isAllowed ? cardOf({ ...medium, alt: alt ?? medium.alt }) : null,
    choose(next: Medium | null, uploaded = false) {
      setMedium(next)
      setFresh(uploaded)
      setAlt(null)
    },
  }
}

type UploadsProps = Pick<MediaLibraryProps, 'organization_id' | 'only'> & ReturnType<typeof useChosenMedium>

function Uploads({ organization_id, only, medium, fresh, setAlt, choose }: UploadsProps) {
  const [version, setVersion] = useState(0)
  return (
    <>
      <MediaGrid
        key={version}
        organization_id={organization_id}
        only={only}
        chosen={medium}
        onChoose={(next) => choose(next)}
      />
      {medium && (
        <MediumDetails
          key={`${medium.attachment_id} ${medium.updated_at}`}
          medium={medium}
          fresh={fresh}
          onAlt={setAlt}
          onChanged={(changedMedium, replaced) => {
            choose(changedMedium, replaced)
            setVersion(version + 1)
          }}
          onDeleted={() => {
            choose(null)
            setVersion(version + 1)
          }}
        />
      )}
    </>
  )
}
