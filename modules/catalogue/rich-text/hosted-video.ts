/** A video at one of the two hosts that lessons may embed: `address` is stored and embedded. */
export type HostedVideo = { host: 'YouTube' | 'Vimeo'; address: string; origin: string }

const youtube = 'https://www.youtube-nocookie.com'
const vimeo = 'https://player.vimeo.com'
const youtubeHosts = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'www.youtube-nocookie.com'])
const vimeoHosts = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'])

/** The embed address of a video: YouTube's player reports playback only if its API is enabled. */
export const frameAddress = ({ host, address }: HostedVideo): string =>
  host === 'YouTube' ? `${address}?enablejsapi=1` : address

const youtubeVideo = (id: string | null | undefined): HostedVideo | null =>
  id && /^[\w-]{11}$/.test(id) ? { host: 'YouTube', address: `${youtube}/embed/${id}`, origin: youtube } : null

/** `dnt` asks the host not to track. `h` opens an unlisted video. */
function vimeoVideo(id: string | undefined, h: string | null | undefined): HostedVideo | null {
  if (!id || !/^\d{1,12}$/.test(id) || (h && !/^[0-9a-f]{6,20}$/.test(h))) return null
  return { host: 'Vimeo', address: `${vimeo}/video/${id}?${h ? `h=${h}&` : ''}dnt=1`, origin: vimeo }
}

/** The video of an address copied from the host's page; null for any other address. */
export function readHostedVideo(input: string): HostedVideo | null {
  const text = input.trim()
  if (text.length > 500 || /[\s\p{Cc}\p{Cf}]/u.test(text)) return null
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.username || url.password || url.port) return null
  const parts = url.pathname.split('/').filter((part) => part !== '')
  if (url.hostname === 'youtu.be') return parts.length === 1 ? youtubeVideo(parts[0]) : null
  if (youtubeHosts.has(url.hostname)) {
    if (parts.length === 1 && parts[0] === 'watch') return youtubeVideo(url.searchParams.get('v'))
    return parts.length === 2 && ['embed', 'shorts', 'live'].includes(parts[0]!) ? youtubeVideo(parts[1]) : null
  }
  if (!vimeoHosts.has(url.hostname)) return null
  const [id, h] = parts[0] === 'video' ? parts.slice(1) : parts
  return parts.length > 3 ? null : vimeoVideo(id, h ?? url.searchParams.get('h'))
}

/** The hosted video of a stored source: only the exact address that `readHostedVideo` returns. */
export function hostedVideoAt(source: unknown): HostedVideo | null {
  const video = typeof source === 'string' && source.startsWith('https://') ? readHostedVideo(source) : null
  return video?.address === source ? video : null
}
