import { Pack } from './pack.schema.ts'
import azDds from './packs/az-dds.json' with { type: 'json' }
import caMature from './packs/ca-mature.json' with { type: 'json' }
import caTvs from './packs/ca-tvs.json' with { type: 'json' }
import flAdi from './packs/fl-adi.json' with { type: 'json' }
import flBdi from './packs/fl-bdi.json' with { type: 'json' }
import flCourt8 from './packs/fl-court8.json' with { type: 'json' }
import flDets from './packs/fl-dets.json' with { type: 'json' }
import flMature from './packs/fl-mature.json' with { type: 'json' }
import flTlsae from './packs/fl-tlsae.json' with { type: 'json' }
import flWcd from './packs/fl-wcd.json' with { type: 'json' }
import gaAdap from './packs/ga-adap.json' with { type: 'json' }
import gaDdc from './packs/ga-ddc.json' with { type: 'json' }
import ilAdult from './packs/il-adult.json' with { type: 'json' }
import miBdic from './packs/mi-bdic.json' with { type: 'json' }
import ncDic from './packs/nc-dic.json' with { type: 'json' }
import njDdc from './packs/nj-ddc.json' with { type: 'json' }
import nyPirp from './packs/ny-pirp.json' with { type: 'json' }
import nyPrelicensing from './packs/ny-prelicensing.json' with { type: 'json' }
import ohAdult4h from './packs/oh-adult-4h.json' with { type: 'json' }
import ohTeen24h from './packs/oh-teen-24h.json' with { type: 'json' }
import paDis from './packs/pa-dis.json' with { type: 'json' }
import paMature from './packs/pa-mature.json' with { type: 'json' }
import txAdult6h from './packs/tx-adult-6h.json' with { type: 'json' }
import txDrivingSafety from './packs/tx-driving-safety.json' with { type: 'json' }
import usEldtTheory from './packs/us-eldt-theory.json' with { type: 'json' }
import vaDic from './packs/va-dic.json' with { type: 'json' }

const files = [
  azDds,
  caMature,
  caTvs,
  flAdi,
  flBdi,
  flCourt8,
  flDets,
  flMature,
  flTlsae,
  flWcd,
  gaAdap,
  gaDdc,
  ilAdult,
  miBdic,
  ncDic,
  njDdc,
  nyPirp,
  nyPrelicensing,
  ohAdult4h,
  ohTeen24h,
  paDis,
  paMature,
  txAdult6h,
  txDrivingSafety,
  usEldtTheory,
  vaDic,
]

/** The packs by program, parsed at the first use to keep the server's start fast. */
let packs: ReadonlyMap<string, Pack> | null = null
const packsById = () => (packs ??= new Map(files.map((file) => Pack.parse(file)).map((pack) => [pack.id, pack])))

export const listPacks = (): Pack[] => [...packsById().values()]
export const packOf = (program_id: string): Pack | undefined => packsById().get(program_id)
