import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'waypost-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
/** Proxies are often installed where only root looks. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }
const run = (program: string, args: readonly string[]) => spawnSync(program, args, { env, encoding: 'utf8' })
const isHere = (program: string, question: string) => run(program, [question]).error === undefined
const hasOpenssl = isHere('openssl', 'version')

const paths = /\/(?:etc\/(?:caddy|haproxy|nginx|prometheus)|usr\/share\/waypost|var\/log\/nginx)\//g
/** Writes a configuration whose files are in the test's folder, and returns its path. */
function place(name: string, text: string): string {
  writeFileSync(join(folder, name), text.replaceAll(paths, `${folder}/`))
  return join(folder, name)
}

const inHttp = (text: string) => `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${text}\n}\n`

/** Each program checks its file itself, without starting. */
const checks = {
  caddy: [
    'version',
    () => ['validate', '--adapter', 'caddyfile', '--config', place('Caddyfile', read('proxy/Caddyfile'))],
  ],
  haproxy: ['-v', () => ['-c', '-f', place('haproxy.cfg', read('proxy/haproxy.cfg'))]],
  nginx: ['-v', () => ['-t', '-c', place('nginx.conf', inHttp(read('proxy/nginx.conf')))]],
  promtool: [
    '--version',
    () => {
      place('alerts.yml', read('monitoring/alerts.yml'))
      return ['check', 'config', place('prometheus.yml', read('monitoring/prometheus.yml'))]
    },
  ],
} as const

describe('example configuration files', () => {
  beforeAll(() => {
    for (const name of ['unavailable.http', 'waypost-token']) place(name, 'HTTP/1.0 503 Service Unavailable\r\n\r\n')
    if (!hasOpenssl) return
    const files = ['-keyout', join(folder, 'waypost.key'), '-out', join(folder, 'waypost.crt')]
    const { status } = run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=waypost.example',
      ...files,
    ])
    expect(status).toBe(0)
    const [key, certificate] = ['waypost.key', 'waypost.crt'].map((name) => readFileSync(join(folder, name), 'utf8'))
    place('waypost.pem', `${certificate}${key}`)
  })

  for (const [program, [question, args]] of Object.entries(checks)) {
    test.skipIf(!hasOpenssl || !isHere(program, question))(`${program} accepts its configuration`, () => {
      const { status, stdout, stderr } = run(program, args())
      expect(status, `${stdout}\n${stderr}`).toBe(0)
    })
  }

  test.skipIf(!isHere('promtool', '--version'))('each alert is raised by its own condition', () => {
    place('alerts.yml', read('monitoring/alerts.yml'))
    const { status, stdout, stderr } = run('promtool', [
      'test',
      'rules',
      place('alerts.test.yml', read('monitoring/alerts.test.yml')),
    ])
    expect(status, `${stdout}\n${stderr}`).toBe(0)
  })

  test.skipIf(!isHere('systemd-analyze', '--version'))('systemd accepts each unit', () => {
    const units = readdirSync(join(import.meta.dirname, 'systemd'))
    expect(units.length).toBeGreaterThan(5)
    for (const unit of units) {
      const text = read(`systemd/${unit}`).replaceAll('/opt/waypost/current/bin/waypost', '/bin/true')
      const path = place(unit.replace('@.', '@3001.'), text)
      const { status, stdout, stderr } = run('systemd-analyze', ['verify', '--man=no', path])
      // It warns, without failing, about lines that it doesn't know.
      const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(unit.split(/[@.]/)[0]!))
      expect([unit, status, about]).toEqual([unit, 0, []])
    }
  })

  test.each(['proxy/haproxy.cfg', 'compose/haproxy.cfg', 'proxy/nginx.conf', 'proxy/Caddyfile'])(
    '%s keeps the paths of operators from visitors',
    (file) => {
      const text = read(file)
      const denied = [
        ...[...text.matchAll(/http-request deny deny_status 404 if \{ path,url_dec -m str ([^}]+) \}/g)].flatMap(
          ([, paths]) => paths!.trim().split(' '),
        ),
        ...[...text.matchAll(/location = (\S+) \{\s*return 404;/g)].map(([, path]) => path),
        ...[...text.matchAll(/@(\w+) path (\S+)\s+respond @\1 404/g)].map(([, , path]) => path),
      ]
      expect(denied.sort()).toEqual(['/certificate-check', '/metrics'])
    },
  )

  test('the Kubernetes files run this release, and their ports, labels and volumes belong together', () => {
    const { version } = JSON.parse(read('../../package.json')) as { version: string }
    const files = ['kubernetes/waypost.yaml', 'kubernetes/migrate.yaml'].map(read)
    const valuesOf = (pattern: RegExp) =>
      new Set(files.flatMap((text) => [...text.matchAll(pattern)].map(([, value]) => value!)))
    expect(valuesOf(/ image: (\S+)/g)).toEqual(new Set([`waypost:${version}`]))
    expect(valuesOf(/secretRef: \{ name: (\S+) \}/g)).toEqual(new Set(['waypost']))
    expect(valuesOf(/(?:containerPort|targetPort|path: \/\w+z, port|name: PORT, value): '?(\d+)/g)).toEqual(
      new Set(['3000']),
    )
    for (const document of files.flatMap((text) => text.split(/^---$/m))) {
      if (!document.includes('kind: Deployment')) continue
      const labels = [...document.matchAll(/(?:matchLabels|labels): (\{ app: \w+, part: \w+ \})/g)].map(
        ([, set]) => set,
      )
      expect([labels.length >= 3, new Set(labels).size]).toEqual([true, 1])
      const mounts = [...document.matchAll(/\{ name: (\w+), mountPath: /g)].map(([, name]) => name)
      const volumes = [...document.matchAll(/\{ name: (\w+), (?:emptyDir|persistentVolumeClaim): /g)].map(
        ([, name]) => name,
      )
      expect(mounts).toEqual(volumes)
      expect(document).toMatch(/livenessProbe: \{ httpGet: \{ path: \/healthz,/)
      expect(document).toMatch(/readinessProbe: \{ httpGet: \{ path: \/readyz,/)
    }
  })

  test('Caddy imports each snippet after its definition, as Caddy 2.6 requires', () => {
    const lines = read('proxy/Caddyfile').split('\n')
    const imported = lines.flatMap((line, index) =>
      /^\timport (\w+)$/.test(line) ? [{ name: line.slice(8), at: index }] : [],
    )
    expect(imported.length).toBeGreaterThan(0)
    for (const { name, at } of imported) expect(lines.slice(0, at)).toContain(`(${name}) {`)
  })
})
