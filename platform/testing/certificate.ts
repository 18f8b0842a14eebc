import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const size = Buffer.from([body.length >> 8, body.length & 255])
  return Buffer.concat([Buffer.from([tag, 0x82]), size, body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (instant: Date) =>
  der(0x17, Buffer.from(`${instant.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
const nameOf = (host: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(host)))))
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const dayMs = 86_400_000

/** A self-signed certificate (X.509, ECDSA) for one host, and its key, both as PEM; valid from yesterday until tomorrow. */
export function makeCertificate(host: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    nameOf(host),
    sequence(utcTime(new Date(now - dayMs)), utcTime(new Date(now + dayMs))),
    nameOf(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension('551d13', sequence(der(0x01, Buffer.from([0xff])))),
        extension('551d11', sequence(der(0x82, Buffer.from(host)))),
      ),
    ),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const text = sequence(body, ecdsaWithSha256, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  const cert = `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}
