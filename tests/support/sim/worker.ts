import { firstCaught, firstHarmed, liveBlock } from './blocks.ts';
import { type Bug, bugNames, bugs } from './bugs.ts';

/** What a worker is asked for by the command (src/commands/sim.mjs). */
type Task =
  | { readonly is: 'days'; readonly first: number; readonly count: number }
  | { readonly is: 'bug'; readonly bug: Bug; readonly most: number }
  | { readonly is: 'harmless'; readonly most: number };

async function answerTo(task: Task): Promise<unknown> {
  switch (task.is) {
    case 'days':
      return await liveBlock(Array.from({ length: task.count }, (_, index) => task.first + index));
    case 'bug':
      return await firstCaught(task.bug, task.most);
    case 'harmless':
      return await firstHarmed(task.most);
  }
}

process.on('message', (task: Task) => {
  // An error of the simulation itself ends the worker, and the command with it.
  void answerTo(task).then((answer) => process.send?.({ is: 'answer', answer }));
});
process.send?.({ is: 'ready', bugs: bugNames.map((bug) => ({ bug, says: bugs[bug].says })) });
