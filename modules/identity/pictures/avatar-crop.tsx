import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { Field } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { sendFile } from '#platform/ui/send-file.ts'
import { toast } from '#platform/ui/toast.ts'
import { avatarTexts } from './avatar.texts.ts'

type Props = { file: File; user_id: number; onClose: () => void; onDone: () => Promise<void> }

/** Crops a square from a picture with the pointer, the arrow keys and a slider. The server does the cropping. */
export default function AvatarCrop({ file, user_id, onClose, onDone }: Props) {
  const t = useTexts(avatarTexts)
  const { call, busy } = useApi()
  const [source, setSource] = useState<string>()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [sent, setSent] = useState(0)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSource(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  const unreadable = () => {
    toast({ kind: 'error', text: t('unreadable') })
    onClose()
  }
  const upload = async () => {
    if (!area) return
    const { x, y, width, height } = area
    const query = new URLSearchParams(
      Object.entries({ user_id, x, y, width, height }).map(([name, value]) => [name, String(Math.round(value))]),
    )
    const response = await call(() => sendFile(`/user/avatar?${query}`, file, (bytes, size) => setSent(bytes / size)))
    if (response.ok) await onDone()
  }
  const actions = (
    <>
      {busy && <Progress label={t('uploading')} value={Math.round(sent * 100)} quiet className="min-w-32 flex-1" />}
      <Button busy={busy} busyLabel={t('uploading')} disabled={!area} onClick={upload}>
        {t('use')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('crop')} actions={actions}>
      <p className="mb-2 text-sm text-muted-foreground">{t('cropHint')}</p>
      <div className="relative h-72 overflow-hidden rounded-md bg-muted">
        {source && (
          <Cropper
            image={source}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={10}
            // The policy forbids inline style elements; theme.css has these rules.
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_part, pixels) => setArea(pixels)}
            mediaProps={{ alt: '', onError: unreadable }}
            cropperProps={{ 'aria-label': t('area'), role: 'application' }}
          />
        )}
      </div>
      <Field label={t('zoom')} className="mt-3">
        {(control) => (
          <input
            {...control}
            type="range"
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={({ currentTarget }) => setZoom(currentTarget.valueAsNumber)}
            className="w-full accent-primary"
          />
        )}
      </Field>
    </Dialog>
  )
}
