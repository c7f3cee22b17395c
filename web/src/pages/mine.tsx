// The matches of the person, those where it is their turn first.
import { useEffect } from "preact/hooks";
import { connection } from "../connection";
import { useAsked } from "../hooks";
import { Fault } from "../parts/fault";
import { isDue, Matches } from "../parts/matches";
import type { Summary } from "../types";

export function Mine() {
  const { data, error, again } = useAsked<{ matches: Summary[] }>("mine");
  useEffect(() => connection.on("turn", again), []);
  const due = data?.matches.filter(isDue).length ?? 0;
  return (
    <main id="page" tabIndex={-1}>
      <h1>My matches</h1>
      <Fault text={error} />
      {data && <p>{due === 0 ? "None waits for you." : `${due} ${due === 1 ? "waits" : "wait"} for you.`}</p>}
      <Matches matches={data?.matches} none="You have no matches yet." />
      {connection.hello?.feed && (
        <p><a href={connection.hello.feed}>Feed of the matches where you are to move</a></p>
      )}
    </main>
  );
}
