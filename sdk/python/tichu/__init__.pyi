# What `import tichu` has, as type checkers see it.
from . import cards as cards
from .arena import benchmark as benchmark
from .bot import Bot as Bot, Remark as Remark, Setup as Setup
from .bots import load_bot as load_bot
from .engine import Action as Action, Deal as Deal, Round as Round
from .evaluation import duel as duel, evaluate as evaluate
from .observation import (
    Call as Call,
    Combination as Combination,
    Event as Event,
    EventKind as EventKind,
    Observation as Observation,
    Rules as Rules,
    Side as Side,
    Stage as Stage,
    Type as Type,
)
from .playing import play_round as play_round
from .program import run as run
from .records import read_record as read_record, write_record as write_record
from .vec_env import Seating as Seating, VecEnv as VecEnv
