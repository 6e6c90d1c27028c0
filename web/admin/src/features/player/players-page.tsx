import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Freezable, PlayerRow } from '../../api/wire'
import { type ProColumns, ProFormSelect, ProFormText, Tag } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useUrlState } from '../../ui/use-url-state'

const words = text.player
const idOf = (row: PlayerRow) => row.id

/** What the house stopped, and what the player did. */
export function FrozenTags({ frozen, stopped = '' }: { frozen: Freezable[]; stopped?: PlayerRow['stopped'] }) {
  if (frozen.length === 0 && stopped === '') return <StateTag label={words.normal} tone="success" />
  return (
    <>
      {stopped !== '' && <Tag color="warning">{words.stopped[stopped]}</Tag>}
      {frozen.map((what) => (
        <Tag key={what} color="error">
          {words.frozen[what]}
        </Tag>
      ))}
    </>
  )
}

export default function PlayersPage() {
  const url = useUrlState()
  const navigate = useNavigate()
  const columns = useMemo(playerColumns, [])
  return (
    <ListPage<PlayerRow>
      title={words.title}
      name="players"
      path="/players"
      url={url}
      columns={columns}
      rowKey={idOf}
      onOpen={(row) => void navigate(paths.player(row.id))}
      empty={words.empty}
      filters={[
        <ProFormText key="q" name="q" label={words.q} />,
        <ProFormSelect key="by" name="by" label={words.by} valueEnum={words.bys} placeholder={words.any} />,
        <ProFormSelect
          key="frozen"
          name="frozen"
          label={words.status}
          valueEnum={{ '1': words.frozenOnly }}
          placeholder={words.any}
        />,
        <ProFormSelect
          key="excluded"
          name="excluded"
          label={words.excluded}
          valueEnum={{ '1': words.excludedOnly }}
          placeholder={words.any}
        />,
      ]}
    />
  )
}

function playerColumns(): ProColumns<PlayerRow>[] {
  return [
    {
      title: words.name,
      key: 'name',
      fixed: 'left',
      render: (_, row) => <Link to={paths.player(row.id)}>{row.name}</Link>,
    },
    { title: words.phone, key: 'phone', render: (_, row) => row.phone },
    { title: words.trueName, key: 'trueName', render: (_, row) => row.trueName ?? '—' },
    { title: words.vip, key: 'vip', align: 'right', render: (_, row) => `VIP${row.vipLevel}` },
    { title: words.centre, key: 'centre', align: 'right', render: (_, row) => <Yuan value={row.centre} /> },
    {
      title: words.status,
      key: 'status',
      render: (_, row) => <FrozenTags frozen={row.frozen} stopped={row.stopped} />,
    },
    { title: words.registered, key: 'registered', render: (_, row) => <Time ms={row.registeredAt} /> },
    { title: words.lastLogin, key: 'lastLogin', render: (_, row) => <Time ms={row.lastLoginAt} /> },
  ]
}
