/** The keys of a bucket that begin with a prefix (ListObjectsV2), page by page; `get` takes the query of the request. */
export async function* listBucket(
  get: (query: URLSearchParams) => Promise<Response>,
  prefix: string,
): AsyncGenerator<string> {
  for (let token: string | undefined; ; ) {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) })
    const response = await get(query)
    const text = await response.text()
    if (!response.ok || !text.includes('<ListBucketResult')) throw new Error(`the bucket answers ${response.status}`)
    for (const [, key] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) yield decode(key!)
    token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1]
    if (!token) return
    token = decode(token)
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!)
