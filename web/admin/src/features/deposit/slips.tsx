import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import { Flex, Modal } from '../../kit'
import { text } from '../../text/zh-cn'
import { Section } from '../../ui/facts'

const words = text.slip

/** Slips shows the pictures of the transfer that the player attached. They prove nothing. */
export function Slips({ order }: { order: string }) {
  const path = `/deposits/${order}/slips`
  const slips = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<{ items: { id: string; at: number }[] }>(path, { signal }),
  })
  if (!slips.data || slips.data.items.length === 0) return null
  return (
    <Section title={words.title}>
      <p className="muted small">{words.hint}</p>
      <Flex gap={8} wrap>
        {slips.data.items.map(({ id }, index) => (
          <SlipPicture key={id} path={`${path}/${id}`} name={words.picture(index + 1)} />
        ))}
      </Flex>
    </Section>
  )
}

function SlipPicture({ path, name }: { path: string; name: string }) {
  const [open, setOpen] = useState(false)
  const picture = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<{ picture: string }>(path, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (picture.error) return <span className="muted small">{words.lost}</span>
  if (!picture.data) return null
  return (
    <>
      <button
        type="button"
        className="ticket-picture"
        aria-label={`${words.open} ${name}`}
        onClick={() => setOpen(true)}
      >
        <img src={picture.data.picture} alt={name} />
      </button>
      <Modal open={open} footer={null} title={name} width={900} onCancel={() => setOpen(false)}>
        <img src={picture.data.picture} alt={name} className="ticket-whole" />
      </Modal>
    </>
  )
}
