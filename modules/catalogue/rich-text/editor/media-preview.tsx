import { useState } from 'react'
import { fileTypes } from '#modules/catalogue/rich-text/attributes.ts'
import { type HostedVideo, hostedVideoAt } from '#modules/catalogue/rich-text/hosted-video.ts'
import { allowedWord } from '#modules/catalogue/rich-text/html.ts'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { editorTexts } from './editor.texts.ts'
import { useEditorSettings } from './editor-context.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The preview of a medium in the editor; its links can't be followed. */
export function MediaPreview({ attrs }: { attrs: CardAttributes }) {
  const { mediaUrls } = useEditorSettings()
  const t = useTexts(editorTexts)
  const source = text(attrs.src)
  const src = mediaUrls?.[source] ?? (source.startsWith('/') ? source : null)
  const title = text(attrs.title)
  const hosted = attrs.component === 'video' ? hostedVideoAt(source) : null
  if (hosted) return <Hosted video={hosted} title={title} />
  switch (attrs.component) {
    case 'image':
      return src ? <Picture src={src} alt={text(attrs.alt) || title} /> : <MissingMedium name={title || t('image')} />
    case 'video':
      return src ? (
        // biome-ignore lint/a11y/useMediaCaption: the reader adds the captions; here it is a preview
        <video src={src} controls preload="metadata" aria-label={title || t('video')} />
      ) : (
        <MissingMedium name={title || t('video')} />
      )
    case 'audio':
      return src ? (
        // biome-ignore lint/a11y/useMediaCaption: speech without pictures
        <audio src={src} controls preload="metadata" aria-label={title || t('audio')} />
      ) : (
        <MissingMedium name={title || t('audio')} />
      )
    case 'pdf':
      return <span className="rt-download">{t('pdf')}</span>
    default: {
      const type = allowedWord(attrs.component, fileTypes, null)
      return type ? (
        <span className="rt-file">
          <span className="rt-file-icon" aria-hidden="true">
            {type.toUpperCase()}
          </span>
          {title || t('file')}
        </span>
      ) : (
        <MissingMedium name={t('unsupported')} />
      )
    }
  }
}

/** A video of another host is only a link: nothing is loaded from that host while editing. */
function Hosted({ video: { host, address }, title }: { video: HostedVideo; title: string }) {
  const t = useTexts(editorTexts)
  return (
    <p className="rt-missing" contentEditable={false}>
      {title || t('hostedVideo', { host })}{' '}
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>
    </p>
  )
}

const MissingMedium = ({ name }: { name: string }) => <p className="rt-missing">{name}</p>

function Picture({ src, alt }: { src: string; alt: string }) {
  const t = useTexts(editorTexts)
  const [loaded, setLoaded] = useState(false)
  return (
    <>
      {!loaded && <p className="text-sm text-muted-foreground">{t('loading')}</p>}
      <img src={src} alt={alt} draggable={false} onLoad={() => setLoaded(true)} onError={() => setLoaded(true)} />
    </>
  )
}
