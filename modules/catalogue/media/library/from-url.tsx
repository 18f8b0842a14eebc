import { useState } from 'react'
import { readHostedVideo } from '#modules/catalogue/rich-text/hosted-video.ts'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { StatusLine } from '#platform/ui/status-line.tsx'
import { libraryTexts } from './library.texts.ts'

type Props = { onChoose: (card: CardAttributes | null) => void }

/**
 * Adds a YouTube or Vimeo video by its address. The video is embedded, not copied, and neither this page nor the
 * server requests the address.
 */
export function FromUrl({ onChoose }: Props) {
  const t = useTexts(libraryTexts)
  const [typed, setTyped] = useState('')
  const [title, setTitle] = useState('')
  const video = readHostedVideo(typed)
  const choose = (address: string, text: string) => {
    const hostedVideo = readHostedVideo(address)
    const titleAttribute = text.trim() ? { title: text.trim() } : {}
    onChoose(hostedVideo ? { component: 'video', src: hostedVideo.address, ...titleAttribute } : null)
  }
  return (
    <div className="grid max-w-2xl gap-4">
      <p className="text-muted-foreground">{t('fromUrlLead')}</p>
      <TextField
        label={t('videoUrl')}
        hint={t('videoUrlHint')}
        error={typed.trim() !== '' && !video ? t('videoUrlWrong') : undefined}
        inputMode="url"
        maxLength={500}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          choose(value, title)
        }}
      />
      <TextField
        label={t('videoTitle')}
        maxLength={500}
        value={title}
        onChange={({ currentTarget: { value } }) => {
          setTitle(value)
          choose(typed, value)
        }}
      />
      {video && <StatusLine>{t('videoFound', { host: video.host, address: video.address })}</StatusLine>}
    </div>
  )
}
